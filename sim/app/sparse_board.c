#include "sim/app/sparse_board.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/csv_writer.h"

#define COLUMNS                                                                                    \
    "step,rank,phase,words_sent,words_received,messages,seconds,cost_words,selected,gathered,k,"   \
    "region,region_max\n"

/* One phase of one rank, or of all. */
struct part {
    uint64_t sent, received;
    uint32_t messages, rounds;
    double seconds;
};

struct rank_note {
    struct part parts[PCOLL_PHASES];
    uint64_t selected, region;
};

/* A step that not all ranks are through with. */
struct slot {
    uint32_t step;
    int notes_n;
    uint64_t *costs; /* words of each round: maximum over ranks */
    enum pcoll_phase *phases;
    size_t rounds_n;
    uint64_t gathered, checksum, region_max;
    struct rank_note *ranks;
    struct slot *next; /* later steps */
};

struct pcs_sparse_board {
    const struct pcs_scenario *scenario;
    FILE *out;
    struct slot *first; /* the earliest step that is not complete */
};

uint64_t pcs_sparse_scale(const struct pcs_scenario *scenario, enum pcoll_phase phase)
{
    const bool is_bookkeeping = phase == PCOLL_PHASE_SIZES || phase == PCOLL_PHASE_BOUNDARIES;
    const int scale = scenario->platform.scale;
    return is_bookkeeping || scale < 1 ? 1 : (uint64_t)scale;
}

/* ---- life -------------------------------------------------------------------------------------
 */

struct pcs_sparse_board *pcs_sparse_board_create(const struct pcs_scenario *scenario, FILE *out)
{
    struct pcs_sparse_board *board = calloc(1, sizeof *board);
    if (!board)
        return NULL;
    board->scenario = scenario;
    board->out = out;
    if (out)
        fputs(COLUMNS, out);
    return board;
}

static void slot_destroy(struct slot *slot)
{
    free(slot->costs);
    free(slot->phases);
    free(slot->ranks);
    free(slot);
}

void pcs_sparse_board_destroy(struct pcs_sparse_board *board)
{
    while (board && board->first) {
        struct slot *next = board->first->next;
        slot_destroy(board->first);
        board->first = next;
    }
    free(board);
}

static struct slot *slot_create(const struct pcs_sparse_board *board, uint32_t step,
                                size_t rounds_n)
{
    struct slot *slot = calloc(1, sizeof *slot);
    if (!slot)
        return NULL;
    slot->step = step;
    slot->rounds_n = rounds_n;
    slot->costs = calloc(rounds_n + 1, sizeof *slot->costs);
    slot->phases = calloc(rounds_n + 1, sizeof *slot->phases);
    slot->ranks = calloc((size_t)board->scenario->ranks, sizeof *slot->ranks);
    if (slot->costs && slot->phases && slot->ranks)
        return slot;
    slot_destroy(slot);
    return NULL;
}

/* The step's slot: few are open at once, as a call needs every rank's part. */
static struct slot *find(struct pcs_sparse_board *board, uint32_t step, size_t rounds_n)
{
    struct slot **at = &board->first;
    while (*at && (*at)->step != step)
        at = &(*at)->next;
    if (!*at)
        *at = slot_create(board, step, rounds_n);
    return *at;
}

/* ---- rows -------------------------------------------------------------------------------------
 */

static void write_row(const struct pcs_sparse_board *board, const struct slot *slot, int rank,
                      enum pcoll_phase phase, const struct part *part, uint64_t selected,
                      uint64_t region)
{
    struct pcs_csv_line line;
    uint64_t cost = 0;
    for (size_t i = 0; i < slot->rounds_n; i++)
        cost += slot->phases[i] == phase ? slot->costs[i] : 0;
    pcs_csv_line_init(&line);
    pcs_csv_put_unsigned(&line, slot->step);
    pcs_csv_put_signed(&line, rank);
    pcs_csv_put_text(&line, pcoll_phase_name(phase));
    pcs_csv_put_unsigned(&line, part->sent);
    pcs_csv_put_unsigned(&line, part->received);
    pcs_csv_put_unsigned(&line, part->messages);
    pcs_csv_put_number(&line, part->seconds);
    pcs_csv_put_unsigned(&line, cost);
    pcs_csv_put_unsigned(&line, selected);
    pcs_csv_put_unsigned(&line, slot->gathered);
    pcs_csv_put_unsigned(&line, pcs_sparse_k(board->scenario) *
                                    pcs_sparse_scale(board->scenario, PCOLL_PHASE_REDUCE));
    pcs_csv_put_unsigned(&line, region);
    pcs_csv_put_unsigned(&line, slot->region_max);
    pcs_csv_line_write(&line, board->out);
}

static bool is_used(const struct part *part)
{
    return part->rounds > 0 || part->seconds > 0;
}

static void write_ranks(const struct pcs_sparse_board *board, const struct slot *slot)
{
    for (int rank = 0; rank < board->scenario->ranks; rank++) {
        const struct rank_note *note = &slot->ranks[rank];
        for (int phase = 0; phase < PCOLL_PHASES; phase++) {
            if (is_used(&note->parts[phase]))
                write_row(board, slot, rank, (enum pcoll_phase)phase, &note->parts[phase],
                          note->selected, note->region);
        }
    }
}

/* Rank -1: sums over all ranks, but the longest time. */
static void write_totals(const struct pcs_sparse_board *board, const struct slot *slot)
{
    struct rank_note all = {.selected = 0};
    for (int rank = 0; rank < board->scenario->ranks; rank++) {
        const struct rank_note *note = &slot->ranks[rank];
        all.selected += note->selected;
        all.region += note->region;
        for (int phase = 0; phase < PCOLL_PHASES; phase++) {
            struct part *sum = &all.parts[phase];
            const struct part *part = &note->parts[phase];
            sum->sent += part->sent;
            sum->received += part->received;
            sum->messages += part->messages;
            sum->rounds += part->rounds;
            sum->seconds = part->seconds > sum->seconds ? part->seconds : sum->seconds;
        }
    }
    for (int phase = 0; phase < PCOLL_PHASES; phase++) {
        if (is_used(&all.parts[phase]))
            write_row(board, slot, -1, (enum pcoll_phase)phase, &all.parts[phase], all.selected,
                      all.region);
    }
}

static void write_complete(struct pcs_sparse_board *board)
{
    while (board->first && board->first->notes_n == board->scenario->ranks) {
        struct slot *slot = board->first;
        const bool is_told = board->out && slot->step % board->scenario->sample == 0;
        if (is_told && board->scenario->trace == PCS_TRACE_STEPS)
            write_ranks(board, slot);
        else if (is_told)
            write_totals(board, slot);
        board->first = slot->next;
        slot_destroy(slot);
    }
}

/* ---- notes ------------------------------------------------------------------------------------
 */

/* FNV-1a over the words of a sum: ranks whose sums differ are found out. */
static uint64_t checksum(const struct pcoll_sparse_view *sum)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < sum->stored; i++) {
        const float value = pcoll_view_value(sum, i);
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x100000001b3);
        hash = (hash ^ pcoll_view_index(sum, i)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static void add_rounds(const struct pcs_sparse_board *board, struct slot *slot,
                       const struct pcs_sparse_note *note)
{
    struct rank_note *own = &slot->ranks[note->rank];
    for (size_t i = 0; i < note->account->rounds_n; i++) {
        const struct pcoll_account_round *round = &note->account->rounds[i];
        const uint64_t scale = pcs_sparse_scale(board->scenario, round->phase);
        const uint64_t most = round->sent > round->received ? round->sent : round->received;
        struct part *part = &own->parts[round->phase];
        part->sent += scale * round->sent;
        part->received += scale * round->received;
        part->messages += round->messages;
        part->rounds++;
        slot->phases[i] = round->phase;
        if (scale * most > slot->costs[i])
            slot->costs[i] = scale * most;
    }
    for (int phase = 0; phase < PCOLL_PHASES; phase++)
        own->parts[phase].seconds = note->account->seconds[phase];
}

enum pcoll_status pcs_sparse_board_note(struct pcs_sparse_board *board,
                                        const struct pcs_sparse_note *note)
{
    const uint64_t scale = pcs_sparse_scale(board->scenario, PCOLL_PHASE_REDUCE);
    const uint64_t sum = checksum(&note->result->sum);
    struct slot *slot = find(board, note->step, note->account->rounds_n);
    if (!slot)
        return PCOLL_EMEMORY;
    if (slot->notes_n == 0)
        slot->checksum = sum;
    else if (slot->checksum != sum || slot->rounds_n != note->account->rounds_n)
        return PCOLL_EPROTOCOL;
    add_rounds(board, slot, note);
    slot->ranks[note->rank].selected = scale * note->result->selected;
    slot->ranks[note->rank].region = scale * note->result->region;
    slot->gathered = scale * note->result->sum.stored;
    if (scale * note->result->region > slot->region_max)
        slot->region_max = scale * note->result->region;
    slot->notes_n++;
    write_complete(board);
    return PCOLL_OK;
}
