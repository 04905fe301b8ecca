#include "sim/app/sparse.h"

#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "sim/app/sparse_board.h"
#include "sim/pcoll/sparse/residual.h"
#include "sim/pcoll/sparse/sparse.h"
#include "workloads/gradients.h"

_Static_assert(sizeof(struct pcoll_entry) == sizeof(struct pcs_gradient_entry),
               "entries are copied as they are");

struct pcs_sparse {
    const struct pcs_scenario *scenario;
    struct pcoll_host *host;
    struct pcs_record *record;
    int rank;
    uint32_t n;
    struct pcoll_sparse *collective;
    struct pcoll_residual residual;
    struct pcs_gradients *gradients; /* NULL when a model is trained: then they are dense */
    struct pcoll_entries gradient;
    struct pcs_sparse_board *board; /* rank 0's; that of all ranks */
};

/* ---- life -------------------------------------------------------------------------------------
 */

static struct pcoll_sparse_spec map_spec(const struct pcs_scenario *s, uint32_t n)
{
    static const enum pcoll_adaptation adaptations[] = {
        [PCS_NUDGING_NONE] = PCOLL_ADAPT_NONE,
        [PCS_NUDGING_VGG] = PCOLL_ADAPT_VGG,
        [PCS_NUDGING_LSTM] = PCOLL_ADAPT_LSTM,
        [PCS_NUDGING_BERT] = PCOLL_ADAPT_BERT,
    };
    return (struct pcoll_sparse_spec){
        .kind = (enum pcoll_sparse_kind)(s->collective.kind - PCS_KIND_DENSE),
        .n = n,
        .k = pcs_sparse_k(s),
        .costs = {.scan_s_per_element = s->costs.scan_s_per_element,
                  .select_s_per_element = s->costs.select_s_per_element,
                  .reduce_s_per_byte = s->costs.reduce_s_per_byte,
                  .staging_s_per_byte = s->costs.staging_s_per_byte},
        .adaptation = adaptations[s->sparse.nudging],
        .threshold_period = s->sparse.tau_prime,
        .region_period = s->sparse.tau,
        .repartition = s->sparse.repartition,
        .balancing = s->sparse.balancing,
        .bucket = s->sparse.in_flight};
}

_Static_assert(PCS_KIND_OKTOPK - PCS_KIND_DENSE == (int)PCOLL_OKTOPK, "kinds in the same order");

static bool set_up(struct pcs_sparse *sparse)
{
    const struct pcs_scenario *s = sparse->scenario;
    const struct pcoll_sparse_spec spec = map_spec(s, sparse->n);
    const bool is_trained = s->train.model != PCS_TRAIN_NONE;
    if (!is_trained)
        sparse->gradients =
            pcs_gradients_create(&s->gradients, s->seed, sparse->rank, s->ranks, sparse->n, spec.k);
    if (sparse->rank == 0)
        sparse->board = pcs_sparse_board_create(s, sparse->record->phases);
    MPI_Bcast(&sparse->board, (int)sizeof(struct pcs_sparse_board *), MPI_BYTE, 0, MPI_COMM_WORLD);
    const bool is_good =
        pcoll_residual_init(&sparse->residual, sparse->n, is_trained) == PCOLL_OK &&
        pcoll_sparse_create(MPI_COMM_WORLD, sparse->host, &spec, &sparse->collective) == PCOLL_OK;
    return is_good && (is_trained || sparse->gradients) && sparse->board;
}

struct pcs_sparse *pcs_sparse_create(const struct pcs_scenario *scenario, struct pcoll_host *host,
                                     struct pcs_record *record)
{
    struct pcs_sparse *sparse = calloc(1, sizeof *sparse);
    if (!sparse)
        return NULL;
    sparse->scenario = scenario;
    sparse->host = host;
    sparse->record = record;
    sparse->n = (uint32_t)(scenario->collective.bytes / sizeof(float));
    MPI_Comm_rank(MPI_COMM_WORLD, &sparse->rank);
    if (set_up(sparse))
        return sparse;
    pcs_sparse_destroy(sparse);
    return NULL;
}

void pcs_sparse_finish(const struct pcs_sparse *sparse)
{
    if (sparse)
        MPI_Barrier(MPI_COMM_WORLD);
}

void pcs_sparse_destroy(struct pcs_sparse *sparse)
{
    if (!sparse)
        return;
    pcoll_sparse_destroy(sparse->collective);
    pcoll_residual_fini(&sparse->residual);
    pcs_gradients_destroy(sparse->gradients);
    pcoll_entries_fini(&sparse->gradient);
    if (sparse->rank == 0)
        pcs_sparse_board_destroy(sparse->board);
    free(sparse);
}

/* ---- a call -----------------------------------------------------------------------------------
 */

static enum pcoll_status add_gradient(struct pcs_sparse *sparse, const float *gradient)
{
    if (!sparse->gradients) {
        const struct pcoll_sparse_view dense = pcoll_view_of_dense(gradient, sparse->n);
        return pcoll_residual_add(&sparse->residual, &dense);
    }
    size_t n;
    const struct pcs_gradient_entry *entries = pcs_gradients_next(sparse->gradients, &n);
    enum pcoll_status status = pcoll_entries_reserve(&sparse->gradient, n);
    if (status != PCOLL_OK)
        return status;
    if (n)
        memcpy(sparse->gradient.at, entries, n * sizeof *entries);
    const struct pcoll_sparse_view view = pcoll_view_of_entries(sparse->gradient.at, n, sparse->n);
    return pcoll_residual_add(&sparse->residual, &view);
}

/* Nobody is late for a blocking collective: every rank takes part in every round. */
static void record(struct pcs_sparse *sparse, uint32_t step)
{
    struct pcs_call_record *call = pcs_record_call(sparse->record, step, 0);
    struct pcs_round_record *round = pcs_record_round(sparse->record, step, 0);
    const struct pcoll_account *account = pcoll_sparse_account(sparse->collective);
    call->round = step;
    call->taken_round = step;
    call->active = sparse->scenario->ranks;
    round->completed_s = pcoll_host_now(sparse->host);
    round->completed = 1;
    round->fresh = (uint32_t)sparse->scenario->ranks;
    round->part = PCS_PART_FRESH;
    for (size_t i = 0; i < account->rounds_n; i++) {
        const struct pcoll_account_round *r = &account->rounds[i];
        round->bytes += PCOLL_WORD_BYTES * r->sent * pcs_sparse_scale(sparse->scenario, r->phase);
        round->messages += r->messages;
    }
}

/* The sum as a vector, which the model's weights are changed by. */
static void spread(const struct pcoll_sparse_view *sum, float *result)
{
    memset(result, 0, sum->n * sizeof *result);
    for (size_t i = 0; i < sum->stored; i++)
        result[pcoll_view_index(sum, i)] = pcoll_view_value(sum, i);
}

enum pcoll_status pcs_sparse_call(struct pcs_sparse *sparse, uint32_t step, const void *gradient,
                                  void *sum)
{
    struct pcoll_sparse_result result;
    enum pcoll_status status = add_gradient(sparse, gradient);
    pcoll_host_charge(sparse->host, sparse->scenario->costs.call_s);
    const struct pcoll_sparse_view vector = pcoll_residual_view(&sparse->residual);
    if (status == PCOLL_OK)
        status = pcoll_sparse_call(sparse->collective, &vector, &result);
    if (status != PCOLL_OK)
        return status;
    record(sparse, step);
    if (!sparse->gradients)
        spread(&result.sum, sum);
    const struct pcs_sparse_note note = {.rank = sparse->rank,
                                         .step = step,
                                         .account = pcoll_sparse_account(sparse->collective),
                                         .result = &result};
    status = pcs_sparse_board_note(sparse->board, &note);
    return status == PCOLL_OK ? pcoll_residual_settle(&sparse->residual, &result) : status;
}
