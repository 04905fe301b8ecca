/*
 * pcollsim info: what has more to say than a name and a sentence.
 */
#include "sim/cli/info.h"

#include <string.h>

#include "sim/scenario/costs.h"
#include "sim/scenario/keys.h"
#include "workloads/delay.h"

void pcs_info_keys(FILE *out)
{
    for (int i = 0; i < pcs_keys_n(); i++) {
        struct pcs_key_description key = pcs_key_describe(i);
        fprintf(out, "  %s\n      %s\n      allowed: %s\n      default: %s\n", key.path, key.help,
                key.allowed, key.standard);
        if (*key.when)
            fprintf(out, "      only with: %s\n", key.when);
    }
}

void pcs_info_distributions(FILE *out)
{
    for (const struct pcs_distribution_row *row = pcs_distributions(); row->name; row++) {
        fprintf(out, "  %-14s%s\n", row->name, row->help);
        for (int i = 0; row->parameters[i].name; i++) {
            const struct pcs_delay_parameter *parameter = &row->parameters[i];
            fprintf(out, "      %-12s%s", parameter->name, parameter->help);
            if (parameter->kind == PCS_PARAMETER_NUMBER)
                fprintf(out, "; %s, %s",
                        parameter->is_time    ? "a time such as 1ms"
                        : parameter->max == 1 ? "a probability"
                                              : "a number",
                        parameter->is_positive ? "above 0" : "0 or more");
            fputc('\n', out);
        }
    }
}

static void print_per_byte(const char *name, double seconds, FILE *out)
{
    fprintf(out, "      %-10s%.4g ns/B\n", name, 1e9 * seconds);
}

void pcs_info_costs(FILE *out)
{
    for (const struct pcs_costs_preset *row = pcs_costs_presets(); row->costs.preset; row++) {
        const struct pcs_costs *costs = &row->costs;
        fprintf(out, "  %-14s%s\n", costs->preset, row->help);
        fprintf(out, "      %-10s%.4g us\n", "call", 1e6 * costs->call_s);
        fprintf(out, "      %-10s%.4g us\n", "notice", 1e6 * costs->notice_s);
        print_per_byte("copy_in", costs->copy_in_s_per_byte, out);
        print_per_byte("take", costs->take_s_per_byte, out);
        print_per_byte("reduce", costs->reduce_s_per_byte, out);
        print_per_byte("copy_out", costs->copy_out_s_per_byte, out);
        fprintf(out, "      source: %s\n", row->source);
    }
}
