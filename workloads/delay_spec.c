/*
 * What makes a spec good, alone and for a run of some size.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/delay.h"
#include "workloads/table.h"

/* 1 ps to 1e9 s; the second moment is far from overflow. */
#define PARETO_RATIO_MAX 1e21

void pcs_delay_spec_fini(struct pcs_delay_spec *spec)
{
    for (int i = 0; i < spec->of_n; i++)
        pcs_delay_spec_fini(&spec->of[i]);
    free(spec->of);
    free(spec->amounts);
    free(spec->file);
    pcs_delay_table_destroy(spec->table);
    *spec = (struct pcs_delay_spec){.distribution = PCS_CONSTANT};
}

static const char *number_check(const struct pcs_delay_parameter *parameter, double value)
{
    const double most = parameter->max > 0 ? parameter->max : PCS_DELAY_SECONDS_MAX;

    if (!isfinite(value))
        return "A parameter is not a finite number.";
    if (value < 0)
        return "A parameter is negative.";
    if (parameter->is_positive && !(value > 0))
        return "A parameter that has to be positive is zero.";
    if (parameter->is_time && value > most)
        return "A time is longer than 1e9 seconds.";
    if (value > most)
        return most == 1 ? "A probability is above 1." : "A parameter is too large.";
    if (parameter->kind == PCS_PARAMETER_COUNT && value != floor(value))
        return "A parameter that counts is not a whole number.";
    return NULL;
}

static const char *amounts_check(const struct pcs_delay_spec *spec)
{
    if (spec->amounts_n < 1)
        return "The list of amounts is empty.";
    for (int i = 0; i < spec->amounts_n; i++) {
        const double amount = spec->amounts[i];
        if (!isfinite(amount) || amount < 0 || amount > PCS_DELAY_SECONDS_MAX)
            return "An amount is not a time from 0 to 1e9 seconds.";
    }
    return NULL;
}

static const char *models_check(const struct pcs_delay_spec *spec)
{
    if (spec->of_n < 1)
        return "There is no model that it is made of.";
    for (int i = 0; i < spec->of_n; i++) {
        const char *wrong = pcs_delay_check(&spec->of[i]);
        if (wrong)
            return wrong;
    }
    return NULL;
}

static const char *parameter_check(const struct pcs_delay_spec *spec, int i)
{
    const struct pcs_delay_parameter *parameter =
        &pcs_distributions()[spec->distribution].parameters[i];

    switch (parameter->kind) {
    case PCS_PARAMETER_NUMBER:
    case PCS_PARAMETER_COUNT:
    case PCS_PARAMETER_ORDER:
        if (parameter->is_optional && spec->parameters[i] == parameter->standard)
            return NULL;
        return number_check(parameter, spec->parameters[i]);
    case PCS_PARAMETER_TIMES:
        return amounts_check(spec);
    case PCS_PARAMETER_FILE:
        return spec->table ? NULL : "No data file has been read.";
    case PCS_PARAMETER_MODEL:
    case PCS_PARAMETER_MODELS:
        return models_check(spec);
    }
    return NULL;
}

static const char *empirical_check(const struct pcs_delay_spec *spec)
{
    if (spec->table->kind == PCS_TABLE_TRACE)
        return "The file is a trace, not a histogram or a column.";
    if (spec->table->max * spec->parameters[1] > PCS_DELAY_SECONDS_MAX)
        return "A time in the file is longer than 1e9 seconds.";
    if (spec->parameters[2] > 0 && spec->table->kind == PCS_TABLE_HISTOGRAM)
        return "A histogram has no order to be replayed in.";
    return NULL;
}

static const char *trace_check(const struct pcs_delay_spec *spec)
{
    if (spec->table->kind != PCS_TABLE_TRACE)
        return "The file is not a trace.";
    return spec->table->max > PCS_DELAY_SECONDS_MAX
               ? "A time in the file is longer than 1e9 seconds."
               : NULL;
}

static const char *fit_check(const struct pcs_delay_spec *spec)
{
    const double *p = spec->parameters;

    switch (spec->distribution) {
    case PCS_UNIFORM:
        return p[0] > p[1] ? "The low of a uniform distribution is above its high." : NULL;
    case PCS_BIMODAL:
        return p[0] > p[1] ? "The low of a bimodal distribution is above its high." : NULL;
    case PCS_PARETO:
        if (p[1] > p[2])
            return "The low of a Pareto distribution is above its high.";
        if (p[2] > PARETO_RATIO_MAX * p[1])
            return "The bounds of a Pareto distribution are more than a factor of 1e21 apart.";
        return p[0] < 0.01 ? "The shape of a Pareto distribution is below 0.01." : NULL;
    case PCS_GAMMA:
        return p[0] < 0.01 ? "The shape of a gamma distribution is below 0.01." : NULL;
    case PCS_WEIBULL:
        return p[0] < 0.1 ? "The shape of a Weibull distribution is below 0.1." : NULL;
    case PCS_NOISE:
        return p[1] >= p[0] ? "The duration of the noise is not less than its period." : NULL;
    case PCS_EMPIRICAL:
        return empirical_check(spec);
    case PCS_TRACE_REPLAY:
        return trace_check(spec);
    default:
        return NULL;
    }
}

const char *pcs_delay_check(const struct pcs_delay_spec *spec)
{
    if ((unsigned)spec->distribution >= PCS_DISTRIBUTION_LAST)
        return "There is no such distribution.";

    const struct pcs_delay_parameter *parameter =
        pcs_distributions()[spec->distribution].parameters;
    for (int i = 0; parameter[i].name; i++) {
        const char *wrong = parameter_check(spec, i);
        if (wrong)
            return spec->distribution == PCS_LOGNORMAL && i == 1 && spec->parameters[1] > 10
                       ? "The sigma of a lognormal distribution is above 10."
                       : wrong;
    }
    return fit_check(spec);
}

static const char *run_check(const struct pcs_delay_spec *spec, int ranks, uint32_t steps)
{
    switch (spec->distribution) {
    case PCS_RANDOM_K:
        return spec->parameters[0] > ranks ? "There are fewer than k ranks." : NULL;
    case PCS_SHIFTED:
        return spec->amounts_n != ranks ? "There are not as many amounts as ranks." : NULL;
    case PCS_SLOW_RANK:
        return spec->parameters[0] >= ranks ? "There is no such rank." : NULL;
    case PCS_TRACE_REPLAY:
        if (spec->table->ranks < ranks)
            return "The trace has too few ranks.";
        return spec->table->steps < steps ? "The trace has too few steps." : NULL;
    default:
        return NULL;
    }
}

const char *pcs_delay_check_run(const struct pcs_delay_spec *spec, int ranks, uint32_t steps,
                                const struct pcs_delay_spec **at)
{
    const char *wrong = run_check(spec, ranks, steps);

    if (wrong && at)
        *at = spec;
    for (int i = 0; !wrong && i < spec->of_n; i++)
        wrong = pcs_delay_check_run(&spec->of[i], ranks, steps, at);
    return wrong;
}
