/*
 * The canonical form of a delay model: one line, all parameters, values in their shortest exact
 * form.
 */
#include "sim/scenario/delay_spec.h"
#include "sim/scenario/quantity.h"
#include "sim/scenario/value.h"

static void print_times(const struct pcs_delay_spec *spec, FILE *out)
{
    for (int i = 0; i < spec->amounts_n; i++)
        fprintf(out, "%s%ss", i > 0 ? ", " : "[", pcs_quantity_print(spec->amounts[i]).text);
    fputc(']', out);
}

static void print_models(const struct pcs_delay_spec *spec, FILE *out)
{
    for (int i = 0; i < spec->of_n; i++) {
        fputs(i > 0 ? ", " : "[", out);
        pcs_delay_spec_print(&spec->of[i], out);
    }
    fputc(']', out);
}

static void print_parameter(const struct pcs_delay_spec *spec, int i, FILE *out)
{
    const struct pcs_delay_parameter *parameter =
        &pcs_distributions()[spec->distribution].parameters[i];

    switch (parameter->kind) {
    case PCS_PARAMETER_NUMBER:
    case PCS_PARAMETER_COUNT:
        fprintf(out, "%s%s", pcs_quantity_print(spec->parameters[i]).text,
                parameter->is_time ? "s" : "");
        break;
    case PCS_PARAMETER_ORDER:
        fputs(spec->parameters[i] > 0 ? "replayed" : "sampled", out);
        break;
    case PCS_PARAMETER_TIMES:
        print_times(spec, out);
        break;
    case PCS_PARAMETER_FILE:
        pcs_value_print_quoted(spec->file, out);
        break;
    case PCS_PARAMETER_MODEL:
        pcs_delay_spec_print(&spec->of[0], out);
        break;
    case PCS_PARAMETER_MODELS:
        print_models(spec, out);
        break;
    }
}

void pcs_delay_spec_print(const struct pcs_delay_spec *spec, FILE *out)
{
    const struct pcs_distribution_row *row = &pcs_distributions()[spec->distribution];

    fprintf(out, "{distribution: %s", row->name);
    for (int i = 0; row->parameters[i].name; i++) {
        if (spec->parameters[i] < 0) /* an optional one that no number stands for */
            continue;
        fprintf(out, ", %s: ", row->parameters[i].name);
        print_parameter(spec, i, out);
    }
    fputc('}', out);
}
