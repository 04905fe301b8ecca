/*
 * Participation in closed form.
 */
#include "analysis/participation_law.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>

#define EXPECTED_MIN 5.0

double pcs_participation_share(const struct pcs_participation_law *law, int arrived)
{
    int others = law->is_last ? arrived - 1 : law->ranks - arrived;
    unsigned chosen = (unsigned)law->candidates - 1;

    if (arrived < 1 || arrived > law->ranks || others < (int)chosen)
        return 0;
    return exp(gsl_sf_lnchoose((unsigned)others, chosen) -
               gsl_sf_lnchoose((unsigned)law->ranks, (unsigned)law->candidates));
}

double pcs_participation_mean(const struct pcs_participation_law *law)
{
    double first = (law->ranks + 1.0) / (law->candidates + 1.0);

    return law->is_last ? law->candidates * first : first;
}

static void add_class(struct pcs_chi_square *test, double expected, double found)
{
    test->statistic += (found - expected) * (found - expected) / expected;
    test->degrees++;
}

struct pcs_chi_square pcs_participation_test(const struct pcs_participation_law *law,
                                             const uint64_t *counts)
{
    struct pcs_chi_square test = {.p = (double)NAN, .degrees = -1};
    double rounds = 0, expected = 0, found = 0, left = 1;

    for (int a = 1; a <= law->ranks; a++)
        rounds += (double)counts[a - 1];
    for (int a = 1; a <= law->ranks; a++) {
        double share = pcs_participation_share(law, a);

        if (share == 0)
            test.impossible += counts[a - 1];
        expected += rounds * share;
        found += (double)counts[a - 1];
        left -= share;
        /* The last class takes what is left, so that it too is large enough. */
        if (expected >= EXPECTED_MIN && rounds * left >= EXPECTED_MIN) {
            add_class(&test, expected, found);
            expected = found = 0;
        }
    }
    if (expected > 0)
        add_class(&test, expected, found);
    if (test.degrees > 0)
        test.p = gsl_cdf_chisq_Q(test.statistic, test.degrees);
    else
        test.degrees = 0;
    return test;
}
