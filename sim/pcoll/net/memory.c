#include "sim/pcoll/net/memory.h"

#include <string.h>

#include "sim/pcoll/net/memory_internal.h"

static void violate(struct pcoll_world *w, const char *what)
{
    if (!w->violation)
        w->violation = what;
}

static void must(struct pcoll_world *w, enum pcoll_status status, const char *what)
{
    if (status != PCOLL_OK)
        violate(w, what);
}

static void push(struct pcoll_world *w, struct queue *q, const struct pcoll_tables *t,
                 uint32_t round)
{
    if (q->n == t->rounds)
        violate(w, "more signals of one pair than rounds");
    else
        q->rounds[q->n++] = round;
}

static uint32_t pop(struct queue *q)
{
    uint32_t oldest = q->rounds[0];
    q->n--;
    memmove(q->rounds, q->rounds + 1, q->n * sizeof q->rounds[0]);
    q->rounds[q->n] = 0; /* equal states have equal bytes */
    return oldest;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Gradients whose sums tell them apart for small systems: one bit each while P * steps <= 62. */
static int64_t gradient(const struct pcoll_tables *t, int rank, uint32_t step)
{
    uint64_t place = (uint64_t)rank * t->settings.core.steps + step;
    return (uint64_t)t->settings.ranks * t->settings.core.steps <= 62
               ? INT64_C(1) << place
               : (int64_t)(place * UINT64_C(2654435761) % UINT64_C(1000000007));
}

static int64_t element(int64_t value, size_t i)
{
    return value + (int64_t)i * 3; /* elements differ, so a misplaced block shows */
}

/* ---- actions --------------------------------------------------------------------------------- */

/* Each gradient is taken or lost once, in the order of the steps. */
static void account(struct pcoll_world *w, const struct pcoll_tables *t, int rank, uint32_t step)
{
    struct node *node = node_of(w, t, rank);
    if (step != node->accounted)
        violate(w, "a gradient was counted twice or passed over");
    node->accounted++;
}

static void take(struct pcoll_world *w, const struct pcoll_tables *t, int rank,
                 const struct pcoll_action *action)
{
    struct ledger *ledger = ledger_of(w, t, action->round);
    const uint32_t n = action->taken_end - action->taken_first;
    int64_t *send = send_buffer(w, t, rank), *vector = vector_of(w, t, rank);
    for (size_t i = 0; i < t->settings.count; i++) {
        vector[i] = n ? send[i] : 0;
        send[i] = 0;
    }
    for (uint32_t step = action->taken_first; step < action->taken_end; step++) {
        ledger->sum += gradient(t, rank, step);
        account(w, t, rank, step);
    }
    const bool fresh = n > 0 && action->taken_end == action->round + 1;
    ledger->taken += n;
    ledger->fresh += fresh;
    ledger->stale += n > 0 && !fresh;
    w->totals.taken_fresh += fresh;
    w->totals.taken_late += n - fresh;
    if (action->initiated && core_of(w, t, rank)->calls <= action->round)
        violate(w, "a rank started a round before its own call of that number");
    if (t->settings.core.late == PCOLL_LATE_DROP && n > 0 && !fresh)
        violate(w, "a late gradient was taken although they are dropped");
    if (t->settings.core.max_staleness != PCOLL_UNBOUNDED && n > 0 &&
        action->round - action->taken_first > t->settings.core.max_staleness)
        violate(w, "a gradient older than max_staleness was taken");
}

static int sender_of(const struct pcoll_tables *t, int rank, int channel)
{
    return t->schedules[rank]->senders[channel];
}

/* An eager block leaves its sender at once and queues up at the receiver. */
static void move_eager_block(struct pcoll_world *w, const struct pcoll_tables *t, int sender)
{
    struct node *node = node_of(w, t, sender);
    int to = t->schedules[sender]->steps[node->block_step].send_to;
    int channel = 0;
    while (sender_of(t, to, channel) != sender)
        channel++;
    struct block_queue *q = blocks_to(w, t, to, channel);
    if (q->n == t->in_flight_max) {
        violate(w, "more blocks of one pair in flight than two rounds can hold");
        return;
    }
    memcpy(block_slot(t, q, ++q->n), block_out_of(w, t, sender), t->block_bytes);
    memset(block_out_of(w, t, sender), 0, t->block_bytes);
    node->block_out = false;
    node->block_step = 0;
}

static void send_block(struct pcoll_world *w, const struct pcoll_tables *t, int rank,
                       const struct pcoll_action *action)
{
    const struct pcoll_step *step = &t->schedules[rank]->steps[action->step];
    char *out = block_out_of(w, t, rank);
    memcpy(out, &action->header, sizeof action->header);
    memcpy(out + sizeof action->header, vector_of(w, t, rank) + step->send_first,
           step->send_n * sizeof(int64_t));
    struct node *node = node_of(w, t, rank);
    if (node->block_out || node->sent_due)
        violate(w, "a block was sent before the one before it had left");
    node->block_out = true;
    node->block_step = action->step;
    if (t->settings.eager) {
        move_eager_block(w, t, rank);
        pcoll_core_sent(core_of(w, t, rank));
    }
}

static void consume(struct pcoll_world *w, const struct pcoll_tables *t, int rank,
                    const struct pcoll_action *action)
{
    const struct pcoll_step *step = &t->schedules[rank]->steps[action->step];
    char *landing = block_slot(t, blocks_to(w, t, rank, step->channel), 0);
    const int64_t *block = (const int64_t *)(landing + sizeof(struct pcoll_header));
    int64_t *range = vector_of(w, t, rank) + step->receive_first;
    for (size_t i = 0; i < step->receive_n; i++)
        range[i] =
            step->op == PCOLL_COPY || step->op == PCOLL_GATHER ? block[i] : range[i] + block[i];
    memset(landing, 0, t->block_bytes);
}

static void return_call(struct pcoll_world *w, const struct pcoll_tables *t, int rank)
{
    struct node *node = node_of(w, t, rank);
    struct pcoll_outcome outcome = pcoll_core_collect(core_of(w, t, rank));
    if (outcome.first_round != node->collected || outcome.newest_round + 1 != outcome.end_round)
        violate(w, "a call was told the wrong rounds");
    node->collected = outcome.end_round;
    node->waiting = false;
}

/* Calls are numbered from 0: the sync_period-th one is number sync_period - 1. */
static bool waits_for_all(const struct pcoll_tables *t, uint32_t round)
{
    const struct pcoll_core_settings *core = &t->settings.core;
    if (core->trigger == PCOLL_TRIGGER_ALL)
        return round < core->steps;
    return core->sync_period > 0 && round < core->steps &&
           round % core->sync_period == core->sync_period - 1;
}

static void publish(struct pcoll_world *w, const struct pcoll_tables *t, int rank,
                    const struct pcoll_action *action)
{
    struct ledger *ledger = ledger_of(w, t, action->round);
    int64_t *vector = vector_of(w, t, rank);
    for (size_t i = 0; i < t->settings.count; i++) {
        int64_t expected = ledger->sum + ledger->taken * (int64_t)i * 3;
        if (vector[i] != expected)
            violate(w, "a published sum is not the sum of what was taken");
        vector[i] = 0; /* nobody looks at it again: equal states have equal bytes */
    }
    if (action->fresh != ledger->fresh || action->stale != ledger->stale)
        violate(w, "the headers counted other ranks than took part");
    if (waits_for_all(t, action->round) && ledger->fresh != (uint32_t)t->settings.ranks)
        violate(w, "a round that waits for all ranks did without the gradient of one");
    if (++ledger->published == (uint32_t)t->settings.ranks)
        *ledger = (struct ledger){0}; /* likewise */
}

static void carry_out(struct pcoll_world *w, const struct pcoll_tables *t, int rank)
{
    struct pcoll_core *core = core_of(w, t, rank);
    struct pcoll_action action;
    while (!w->violation &&
           (pcoll_core_next_signal(core, &action) || pcoll_core_next_data(core, &action))) {
        switch (action.kind) {
        case PCOLL_SEND_TOKEN:
            push(w, tokens_to(w, t, action.peer, action.distance), t, action.round);
            w->totals.tokens++;
            break;
        case PCOLL_SEND_REPORT:
            push(w, reports_to(w, t, action.peer, rank), t, action.round);
            w->totals.reports++;
            break;
        case PCOLL_TAKE:
            take(w, t, rank, &action);
            break;
        case PCOLL_SEND_BLOCK:
            if (!t->settings.activation_only) /* else it never leaves, and nobody gets on */
                send_block(w, t, rank, &action);
            break;
        case PCOLL_CONSUME:
            consume(w, t, rank, &action);
            break;
        case PCOLL_PUBLISH:
            publish(w, t, rank, &action);
            break;
        }
    }
    struct node *node = node_of(w, t, rank);
    if (node->waiting && pcoll_core_answered(core, core->calls - 1))
        return_call(w, t, rank);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void call(struct pcoll_world *w, const struct pcoll_tables *t, int rank)
{
    struct pcoll_core *core = core_of(w, t, rank);
    struct node *node = node_of(w, t, rank);
    node->waiting = true;
    if (core->calls == t->settings.core.steps) {
        node->flushed = true;
        must(w, pcoll_core_call_flush(core), "the closing call was refused");
        return;
    }
    struct pcoll_call made;
    must(w, pcoll_core_call(core, &made), "a call was refused");
    w->totals.produced++;
    w->totals.late_calls += pcoll_core_answered(core, made.step);
    w->totals.lost += made.lost;
    if (made.lost)
        account(w, t, rank, made.lost_step);
    int64_t *send = send_buffer(w, t, rank), value = gradient(t, rank, made.step);
    for (size_t i = 0; i < t->settings.count; i++) {
        if (made.deposit == PCOLL_DEPOSIT_SET)
            send[i] = element(value, i);
        else if (made.deposit == PCOLL_DEPOSIT_ADD)
            send[i] += element(value, i);
    }
}

/* Is the oldest block of this channel still with its sender, which reads its source on delivery? */
static bool block_is_ready(const struct pcoll_world *w, const struct pcoll_tables *t, int rank,
                           int channel)
{
    if (core_of(w, t, rank)->landings[channel].full)
        return false; /* no receive is posted */
    const struct node *from = node_of(w, t, sender_of(t, rank, channel));
    if (t->settings.eager && blocks_to(w, t, rank, channel)->n > 0)
        return true;
    int sender = sender_of(t, rank, channel);
    return from->block_out && t->schedules[sender]->steps[from->block_step].send_to == rank;
}

static void deliver_block(struct pcoll_world *w, const struct pcoll_tables *t, int rank,
                          int channel)
{
    struct block_queue *q = blocks_to(w, t, rank, channel);
    char *landing = block_slot(t, q, 0);
    if (t->settings.eager) {
        memmove(landing, block_slot(t, q, 1), q->n * t->block_bytes);
        memset(block_slot(t, q, q->n), 0, t->block_bytes);
        q->n--;
    } else {
        int sender = sender_of(t, rank, channel);
        struct node *from = node_of(w, t, sender);
        memcpy(landing, block_out_of(w, t, sender), t->block_bytes);
        memset(block_out_of(w, t, sender), 0, t->block_bytes);
        from->block_out = false;
        from->block_step = 0;
        from->sent_due = true;
    }
    struct pcoll_header header;
    memcpy(&header, landing, sizeof header);
    must(w, pcoll_core_block(core_of(w, t, rank), channel, &header), "a block was refused");
}

void pcoll_world_apply(struct pcoll_world *w, const struct pcoll_tables *t,
                       struct pcoll_event event)
{
    struct pcoll_core *core = core_of(w, t, event.rank);
    uint32_t round;
    switch (event.kind) {
    case PCOLL_EVENT_CALL:
        call(w, t, event.rank);
        break;
    case PCOLL_EVENT_TOKEN:
        round = pop(tokens_to(w, t, event.rank, event.index));
        if (!t->settings.first_token_only || !core->started)
            must(w, pcoll_core_token(core, round, event.index), "a token was refused");
        break;
    case PCOLL_EVENT_REPORT:
        round = pop(reports_to(w, t, event.rank, event.index));
        must(w, pcoll_core_report(core, round), "a report was refused");
        break;
    case PCOLL_EVENT_BLOCK:
        deliver_block(w, t, event.rank, event.index);
        break;
    case PCOLL_EVENT_SENT:
        node_of(w, t, event.rank)->sent_due = false;
        pcoll_core_sent(core);
        break;
    }
    carry_out(w, t, event.rank);
}

static bool may_call(const struct pcoll_world *w, const struct pcoll_tables *t, int rank)
{
    const struct pcoll_core *core = core_of(w, t, rank);
    const struct node *node = node_of(w, t, rank);
    if (node->waiting || node->flushed)
        return false;
    return core->calls < t->settings.core.steps || t->settings.core.flush;
}

int pcoll_world_events_max(const struct pcoll_tables *t)
{
    return t->settings.ranks * (2 + t->distances + t->settings.ranks + (int)t->channels_max);
}

int pcoll_world_events(const struct pcoll_world *w, const struct pcoll_tables *t,
                       struct pcoll_event *events)
{
    int n = 0;
    for (int r = 0; r < t->settings.ranks; r++) {
        if (may_call(w, t, r))
            events[n++] = (struct pcoll_event){PCOLL_EVENT_CALL, r, 0};
        for (int d = 0; d < t->distances; d++)
            if (tokens_to(w, t, r, d)->n > 0)
                events[n++] = (struct pcoll_event){PCOLL_EVENT_TOKEN, r, d};
        for (int s = 0; s < t->settings.ranks; s++)
            if (reports_to(w, t, r, s)->n > 0)
                events[n++] = (struct pcoll_event){PCOLL_EVENT_REPORT, r, s};
        for (int c = 0; c < t->schedules[r]->channels_n; c++)
            if (block_is_ready(w, t, r, c))
                events[n++] = (struct pcoll_event){PCOLL_EVENT_BLOCK, r, c};
        if (node_of(w, t, r)->sent_due)
            events[n++] = (struct pcoll_event){PCOLL_EVENT_SENT, r, 0};
    }
    return n;
}

/* ---- the world as a whole -------------------------------------------------------------------- */

void pcoll_world_init(struct pcoll_world *w, const struct pcoll_tables *t)
{
    memset(w, 0, t->bytes);
    for (int r = 0; r < t->settings.ranks; r++) {
        must(w,
             pcoll_core_init(core_of(w, t, r), t->schedules[r], &t->settings.core, t->settings.draw,
                             t->settings.draw_context),
             "the settings were refused");
    }
}

const char *pcoll_world_violation(const struct pcoll_world *w)
{
    return w->violation;
}

struct pcoll_world_totals pcoll_world_totals(const struct pcoll_world *w)
{
    return w->totals;
}

const void *pcoll_world_state(const struct pcoll_world *w, const struct pcoll_tables *t,
                              size_t *bytes)
{
    *bytes = t->bytes - t->ledgers;
    return (const char *)w + t->ledgers;
}

bool pcoll_world_only_queue_changed(const struct pcoll_world *before,
                                    const struct pcoll_world *after, const struct pcoll_tables *t,
                                    struct pcoll_event event)
{
    const char *a = (const char *)before, *b = (const char *)after;
    const char *queue = (const char *)tokens_to(before, t, event.rank, event.index);
    const size_t at = (size_t)(queue - a), end = at + t->queue_bytes;
    return memcmp(a + t->ledgers, b + t->ledgers, at - t->ledgers) == 0 &&
           memcmp(a + end, b + end, t->bytes - end) == 0;
}

uint32_t pcoll_world_completed(const struct pcoll_world *w, const struct pcoll_tables *t, int rank)
{
    return pcoll_core_completed(core_of(w, t, rank));
}

bool pcoll_world_is_started(const struct pcoll_world *w, const struct pcoll_tables *t, int rank)
{
    return core_of(w, t, rank)->started;
}

const char *pcoll_world_check_end(const struct pcoll_world *w, const struct pcoll_tables *t)
{
    uint64_t left_over = 0;
    for (int r = 0; r < t->settings.ranks; r++) {
        const struct pcoll_core *core = core_of(w, t, r);
        uint32_t first, end;
        if (!pcoll_core_finished(core))
            return "deadlock: a rank has not completed all rounds";
        pcoll_core_pending(core, &first, &end);
        if (node_of(w, t, r)->accounted + (end - first) != t->settings.core.steps)
            return "a rank's gradients taken, lost and left over are not those it produced";
        left_over += end - first;
    }
    const struct pcoll_world_totals *n = &w->totals;
    if (n->produced != n->taken_fresh + n->taken_late + n->lost + left_over)
        return "gradients taken, lost and left over do not add up to those produced";
    if (t->settings.core.late == PCOLL_LATE_ACCUMULATE && n->lost > 0)
        return "a gradient was lost although late gradients accumulate";
    if (t->settings.core.flush && left_over > 0)
        return "gradients are left over although the run was flushed";
    return NULL;
}
