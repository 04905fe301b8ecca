/*
 * The files that a run is made from.
 *
 * The user's host file is copied, unrolled: smpirun splits its path at blanks.
 */
#include "sim/cli/run_inputs.h"

#include <errno.h>
#include <string.h>

#include "platforms/user_files.h"
#include "sim/cli/launch.h"

typedef int write_function(const struct pcs_scenario *scenario, FILE *out);

static int write_platform(const struct pcs_scenario *scenario, FILE *out)
{
    struct pcs_platform_spec spec = scenario->platform;

    const bool has_header =
        scenario->collective.kind != PCS_KIND_MPI && !pcs_kind_is_sparse(scenario->collective.kind);

    spec.header_bytes = has_header ? PCS_HEADER_BYTES : 0;
    return pcs_platform_write(&spec, scenario->ranks, out);
}

static int copy_hostfile(const struct pcs_scenario *scenario, FILE *out)
{
    struct pcs_hostfile hostfile;
    char error[512];

    if (pcs_hostfile_read(scenario->platform.hostfile, &hostfile, error, sizeof error) < 0) {
        errno = EIO; /* it was good when it was checked, a moment ago */
        return -1;
    }
    for (int rank = 0; rank < scenario->ranks; rank++)
        fprintf(out, "%s\n", pcs_hostfile_entry(&hostfile, rank)->host);
    pcs_hostfile_fini(&hostfile);
    return ferror(out) ? -1 : 0;
}

static int write_hostfile(const struct pcs_scenario *scenario, FILE *out)
{
    if (scenario->platform.model == PCS_PLATFORM_FILE)
        return copy_hostfile(scenario, out);
    return pcs_platform_write_hostfile(&scenario->platform, scenario->placement, scenario->ranks,
                                       out);
}

static int write_file(const struct pcs_scenario *scenario, const struct pcs_run_folder *folder,
                      const char *name, write_function *write)
{
    FILE *out = pcs_run_folder_file(folder, name, "w");
    int rc = out ? write(scenario, out) : -1;

    /* The first failure's errno is the one to tell. */
    int error = errno;
    if (out && fclose(out) != 0 && rc == 0) {
        error = errno;
        rc = -1;
    }
    if (rc < 0)
        fprintf(stderr, "pcollsim: cannot write %s/%s: %s\n", folder->temporary, name,
                strerror(error));
    return rc;
}

int pcs_run_inputs_write(const struct pcs_scenario *scenario, const struct pcs_run_folder *folder)
{
    if (write_file(scenario, folder, PCS_LAUNCH_SCENARIO, pcs_scenario_print) < 0)
        return -1;
    if (scenario->platform.model != PCS_PLATFORM_FILE &&
        write_file(scenario, folder, PCS_LAUNCH_PLATFORM, write_platform) < 0)
        return -1;
    return write_file(scenario, folder, PCS_LAUNCH_HOSTFILE, write_hostfile);
}
