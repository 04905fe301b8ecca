#include "sim/cli/estimate/traffic.h"

#include <math.h>

#include "sim/pcoll/schedule/schedule.h"

static enum pcoll_schedule_kind kind_of(enum pcs_schedule schedule)
{
    switch (schedule) {
    case PCS_SCHEDULE_RING:
        return PCOLL_RING;
    case PCS_SCHEDULE_RABENSEIFNER:
        return PCOLL_RABENSEIFNER;
    case PCS_SCHEDULE_RECURSIVE_DOUBLING:
    case PCS_SCHEDULE_AUTO: /* resolved before */
        break;
    }
    return PCOLL_RECURSIVE_DOUBLING;
}

static double larger(double a, size_t b)
{
    return a > (double)b ? a : (double)b;
}

/* Add what a rank does in a round; @p times ranks do the same. */
static void add_rank(const struct pcoll_schedule *schedule, double element_bytes, double times,
                     struct pcs_round_traffic *traffic)
{
    double blocks = 0, elements_max = 0, requests = schedule->channels_n;

    for (int i = 0; i < schedule->steps_n; i++) {
        const struct pcoll_step *step = &schedule->steps[i];
        if (step->channel >= 0 && step->receive_number == 0) {
            /* One sender's blocks come into the same place: the largest counts. */
            size_t most = step->receive_n;
            for (int j = i + 1; j < schedule->steps_n; j++)
                if (schedule->steps[j].channel == step->channel &&
                    schedule->steps[j].receive_n > most)
                    most = schedule->steps[j].receive_n;
            blocks += PCS_HEADER_BYTES + (double)most * element_bytes;
        }
        if (step->send_to == PCOLL_NOBODY)
            continue;
        traffic->messages += times;
        traffic->bytes += times * (PCS_HEADER_BYTES + (double)step->send_n * element_bytes);
        elements_max = larger(elements_max, step->send_n);
        requests++;
    }
    blocks += PCS_HEADER_BYTES + elements_max * element_bytes;
    traffic->requests_per_rank = fmax(traffic->requests_per_rank, requests);
    traffic->block_bytes_per_rank = fmax(traffic->block_bytes_per_rank, blocks);
}

/* In a ring every rank sends as many blocks, of nearly the same size: rank 0 stands for all, where
   going through P tables of 2 P steps would take long. */
static int add_bucket(const struct pcs_scenario *scenario, int bucket,
                      struct pcs_round_traffic *traffic)
{
    const struct pcs_collective_spec *c = &scenario->collective;
    const size_t elements = pcs_bucket_of(c, bucket).elements;
    const double element_bytes = (double)pcs_type_size(c->type);
    const enum pcoll_schedule_kind kind =
        kind_of(pcs_schedule_of(c, scenario->ranks, elements * pcs_type_size(c->type)));
    const int ranks = kind == PCOLL_RING ? 1 : scenario->ranks;
    struct pcs_round_traffic one = {0};

    for (int rank = 0; rank < ranks; rank++) {
        struct pcoll_schedule *schedule;
        if (pcoll_schedule_create(kind, rank, scenario->ranks, elements, &schedule) != PCOLL_OK)
            return -1;
        add_rank(schedule, element_bytes, (double)scenario->ranks / ranks, &one);
        pcoll_schedule_destroy(schedule);
    }
    traffic->messages += one.messages;
    traffic->bytes += one.bytes;
    traffic->requests_per_rank += one.requests_per_rank;
    traffic->block_bytes_per_rank += one.block_bytes_per_rank;
    return 0;
}

int pcs_round_traffic(const struct pcs_scenario *scenario, struct pcs_round_traffic *traffic)
{
    *traffic = (struct pcs_round_traffic){0};
    for (int bucket = 0; bucket < scenario->collective.buckets; bucket++)
        if (add_bucket(scenario, bucket, traffic) < 0)
            return -1;
    return 0;
}
