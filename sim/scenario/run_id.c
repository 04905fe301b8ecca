/*
 * The run id: the start of the SHA-256 of the canonical form, so that equal scenarios share it.
 */
#include <stdlib.h>
#include <string.h>

#include <sha2.h>

#include "sim/scenario/scenario.h"

int pcs_scenario_run_id(const struct pcs_scenario *scenario, char id[PCS_RUN_ID_LENGTH + 1])
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    char *text = NULL;
    size_t length = 0;
    int rc = -1;
    FILE *memory = open_memstream(&text, &length);

    if (!memory)
        return -1;
    rc = pcs_scenario_print(scenario, memory);
    if (fclose(memory) != 0)
        rc = -1;
    if (rc == 0) {
        SHA256Data((const uint8_t *)text, length, digest);
        memcpy(id, digest, PCS_RUN_ID_LENGTH);
        id[PCS_RUN_ID_LENGTH] = '\0';
    }
    free(text);
    return rc;
}
