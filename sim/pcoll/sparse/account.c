#include "sim/pcoll/sparse/account.h"

#include <stdlib.h>
#include <string.h>

const char *pcoll_phase_name(enum pcoll_phase phase)
{
    static const char *const names[PCOLL_PHASES] = {
        [PCOLL_PHASE_SELECT] = "select",       [PCOLL_PHASE_BOUNDARIES] = "boundaries",
        [PCOLL_PHASE_SIZES] = "sizes",         [PCOLL_PHASE_REDUCE] = "reduce",
        [PCOLL_PHASE_THRESHOLD] = "threshold", [PCOLL_PHASE_BALANCE] = "balance",
        [PCOLL_PHASE_ALLGATHER] = "allgather",
    };
    return names[phase];
}

enum pcoll_status pcoll_account_init(struct pcoll_account *account, const struct pcoll_host *host,
                                     size_t capacity)
{
    *account = (struct pcoll_account){.host = host, .capacity = capacity};
    account->rounds = calloc(capacity, sizeof *account->rounds);
    return account->rounds ? PCOLL_OK : PCOLL_EMEMORY;
}

void pcoll_account_fini(struct pcoll_account *account)
{
    free(account->rounds);
    account->rounds = NULL;
}

void pcoll_account_begin(struct pcoll_account *account, enum pcoll_phase phase)
{
    account->rounds_n = 0;
    memset(account->seconds, 0, sizeof account->seconds);
    account->phase = phase;
    account->since_s = pcoll_host_now(account->host);
}

void pcoll_account_phase(struct pcoll_account *account, enum pcoll_phase phase)
{
    const double now_s = pcoll_host_now(account->host);
    account->seconds[account->phase] += now_s - account->since_s;
    account->since_s = now_s;
    account->phase = phase;
}

void pcoll_account_round(struct pcoll_account *account, uint64_t sent, uint64_t received,
                         uint32_t messages)
{
    if (account->rounds_n == account->capacity)
        return; /* no algorithm has as many: see PCOLL_ROUNDS_MAX */
    account->rounds[account->rounds_n++] = (struct pcoll_account_round){
        .phase = account->phase, .messages = messages, .sent = sent, .received = received};
}
