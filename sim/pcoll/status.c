#include "sim/pcoll/status.h"

const char *pcoll_status_text(enum pcoll_status status)
{
    switch (status) {
    case PCOLL_OK:
        return "done";
    case PCOLL_EMEMORY:
        return "out of memory";
    case PCOLL_EARGUMENT:
        return "an argument is out of range";
    case PCOLL_EPROTOCOL:
        return "a message came that does not belong here";
    case PCOLL_EMPI:
        return "an MPI call failed";
    case PCOLL_ECLOCK:
        return "the simulated time passes 4e6 s (46 days), from where on the clock does not tell "
               "nanoseconds apart; use shorter delays or fewer steps";
    case PCOLL_EVALUE:
        return "a gradient has an element that is infinite or not a number";
    case PCOLL_EHOST:
        return "the host could not start the helper or map memory";
    }
    return "unknown status";
}
