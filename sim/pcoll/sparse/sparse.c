#include "sim/pcoll/sparse/sparse_internal.h"

#include <stdlib.h>

/* ---- the table --------------------------------------------------------------------------------
 */

static const struct pcoll_sparse_row rows[] = {
    {PCOLL_DENSE, "dense", "all elements; Rabenseifner's algorithm", pcoll_dense_call},
    {PCOLL_TOPKA, "topka", "every rank's top-k to all ranks, summed there", pcoll_topka_call},
    {PCOLL_TOPKDSA, "topkdsa", "top-k summed by region, then gathered, sparse or dense",
     pcoll_topkdsa_call},
    {PCOLL_GTOPK, "gtopk", "top-k reduced by a tree that keeps k at each node", pcoll_gtopk_call},
    {PCOLL_GAUSSIANK, "gaussiank", "as topka, with a threshold from a fitted normal distribution",
     pcoll_gaussiank_call},
    {PCOLL_OKTOPK, "oktopk", "top-k summed by balanced region; only the global top-k is gathered",
     pcoll_oktopk_call},
    {PCOLL_SPARSE_LAST, NULL, NULL, NULL},
};

const struct pcoll_sparse_row *pcoll_sparse_algorithms(void)
{
    return rows;
}

/* ---- life -------------------------------------------------------------------------------------
 */

static bool spec_is_good(const struct pcoll_sparse_spec *spec)
{
    return spec->kind < PCOLL_SPARSE_LAST && spec->k <= spec->n &&
           spec->adaptation < PCOLL_ADAPT_LAST && spec->threshold_period >= 1 &&
           spec->region_period >= 1 && spec->bucket >= 1;
}

static enum pcoll_status allocate(struct pcoll_sparse *s)
{
    const size_t ranks = (size_t)s->world.ranks;
    s->boundaries = calloc(ranks + 1, sizeof *s->boundaries);
    s->cuts = calloc(ranks + 1, sizeof *s->cuts);
    s->out_sizes = calloc(ranks, sizeof *s->out_sizes);
    s->in_sizes = calloc(ranks, sizeof *s->in_sizes);
    s->shares = calloc(ranks, sizeof *s->shares);
    if (!s->boundaries || !s->cuts || !s->out_sizes || !s->in_sizes || !s->shares)
        return PCOLL_EMEMORY;
    pcoll_sparse_equal_regions(s);
    return pcoll_account_init(&s->world.account, s->world.host, PCOLL_ROUNDS_MAX(ranks));
}

enum pcoll_status pcoll_sparse_create(MPI_Comm comm, struct pcoll_host *host,
                                      const struct pcoll_sparse_spec *spec,
                                      struct pcoll_sparse **sparse)
{
    if (!spec_is_good(spec))
        return PCOLL_EARGUMENT;
    struct pcoll_sparse *s = calloc(1, sizeof *s);
    if (!s)
        return PCOLL_EMEMORY;
    s->spec = *spec;
    s->world.host = host;
    s->world.costs = spec->costs;
    MPI_Comm_dup(comm, &s->world.comm);
    MPI_Comm_rank(s->world.comm, &s->world.rank);
    MPI_Comm_size(s->world.comm, &s->world.ranks);
    enum pcoll_status status = allocate(s);
    if (status == PCOLL_OK)
        *sparse = s;
    else
        pcoll_sparse_destroy(s);
    return status;
}

void pcoll_sparse_destroy(struct pcoll_sparse *s)
{
    if (!s)
        return;
    MPI_Comm_free(&s->world.comm);
    pcoll_account_fini(&s->world.account);
    free(s->boundaries);
    free(s->cuts);
    free(s->out_sizes);
    free(s->in_sizes);
    free(s->shares);
    free(s->dense);
    pcoll_entries_fini(&s->local);
    pcoll_entries_fini(&s->region);
    pcoll_entries_fini(&s->moved);
    pcoll_entries_fini(&s->all);
    pcoll_entries_fini(&s->sum);
    pcoll_entries_fini(&s->returned);
    pcoll_entries_fini(&s->receiving[0]);
    pcoll_entries_fini(&s->receiving[1]);
    pcoll_ladder_fini(&s->ladder);
    free(s);
}

/* ---- a call -----------------------------------------------------------------------------------
 */

enum pcoll_status pcoll_sparse_call(struct pcoll_sparse *s, const struct pcoll_sparse_view *vector,
                                    struct pcoll_sparse_result *result)
{
    if (vector->n != s->spec.n)
        return PCOLL_EARGUMENT;
    *result = (struct pcoll_sparse_result){.all_reached = false};
    pcoll_account_begin(&s->world.account, PCOLL_PHASE_SELECT);
    enum pcoll_status status = pcoll_select_check(vector);
    if (status == PCOLL_OK)
        status = rows[s->spec.kind].call(s, vector, result);
    if (status == PCOLL_OK) /* the same on all ranks: a sum may pass the largest float */
        status = pcoll_select_check(&result->sum);
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_SELECT);
    s->step++;
    return status;
}

const struct pcoll_account *pcoll_sparse_account(const struct pcoll_sparse *s)
{
    return &s->world.account;
}

/* ---- steps that several algorithms share ------------------------------------------------------
 */

void pcoll_sparse_equal_regions(struct pcoll_sparse *s)
{
    const uint64_t ranks = (uint64_t)s->world.ranks;
    for (uint64_t r = 0; r <= ranks; r++)
        s->boundaries[r] = s->spec.n * r / ranks;
}

enum pcoll_status pcoll_sparse_select_top(struct pcoll_sparse *s,
                                          const struct pcoll_sparse_view *vector,
                                          struct pcoll_cut *cut)
{
    *cut = pcoll_select_cut(vector, s->spec.k);
    pcoll_world_charge_top(&s->world, s->spec.n);
    return pcoll_select_top(vector, cut, &s->local);
}

enum pcoll_status pcoll_sparse_gather_shares(struct pcoll_sparse *s,
                                             const struct pcoll_entries *own)
{
    size_t total = 0;
    for (int r = 0; r < s->world.ranks; r++) {
        total += s->shares[r];
        s->in_sizes[r] = PCOLL_ENTRY_WORDS * s->shares[r];
    }
    enum pcoll_status status = pcoll_entries_reserve(&s->all, total);
    if (status == PCOLL_OK)
        status = pcoll_world_allgather(&s->world, own->at, s->in_sizes, s->all.at);
    s->all.n = total;
    return status;
}

enum pcoll_status pcoll_sparse_gather(struct pcoll_sparse *s, const struct pcoll_entries *own,
                                      enum pcoll_phase phase)
{
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_SIZES);
    enum pcoll_status status = pcoll_world_sizes(&s->world, (uint32_t)own->n, s->shares);
    pcoll_account_phase(&s->world.account, phase);
    if (status == PCOLL_OK)
        status = pcoll_sparse_gather_shares(s, own);
    return status;
}

enum pcoll_status pcoll_sparse_gather_sum(struct pcoll_sparse *s)
{
    enum pcoll_status status = pcoll_sparse_gather(s, &s->local, PCOLL_PHASE_ALLGATHER);
    const struct pcoll_entry *list = s->all.at;
    for (int r = 0; r < s->world.ranks && status == PCOLL_OK; r++) {
        status = pcoll_ladder_push(&s->ladder, list, s->shares[r]);
        list += s->shares[r];
    }
    if (status == PCOLL_OK)
        status = pcoll_ladder_sum(&s->ladder, &s->sum);
    pcoll_world_charge_sum(&s->world, PCOLL_ENTRY_WORDS * (s->all.n - s->local.n));
    return status;
}
