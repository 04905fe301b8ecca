#include "sim/cli/bench/table.h"

#include "sim/cli/validate/text_table.h"

enum column { MODEL, RANKS, PROGRAM, RATIO, RANGE, RATE, MEMORY, PER_RANK, COLUMNS_N };

static const char *const headings[COLUMNS_N] = {"network", "ranks",     "program", "ratio",
                                                "range",   "msg/CPU s", "MiB",     "KiB/rank"};

static int fill(const struct pcs_bench_result *result, struct pcs_text_table *table)
{
    *table = (struct pcs_text_table){.headings = headings, .columns_n = COLUMNS_N, .left_n = 1};
    for (int i = 0; i < result->rows_n; i++) {
        const struct pcs_bench_row *row = &result->rows[i];
        char(*cells)[PCS_TEXT_CELL_SIZE] = pcs_text_table_add(table);
        if (!cells)
            return -1;
        const bool is_rate = row->program != PCS_BENCH_START;
        snprintf(cells[MODEL], sizeof cells[0], "%s", row->model);
        snprintf(cells[RANKS], sizeof cells[0], "%d", row->ranks);
        snprintf(cells[PROGRAM], sizeof cells[0], "%s", pcs_bench_program_name(row->program));
        snprintf(cells[RATIO], sizeof cells[0], is_rate ? "%.2f" : "", row->ratio);
        snprintf(cells[RANGE], sizeof cells[0], is_rate ? "%.2f-%.2f" : "", row->ratio_low,
                 row->ratio_high);
        snprintf(cells[RATE], sizeof cells[0], is_rate ? "%.0f" : "%.2f s",
                 is_rate ? row->rate : row->cpu_s);
        snprintf(cells[MEMORY], sizeof cells[0], "%.0f", row->memory_bytes / 0x1p20);
        snprintf(cells[PER_RANK], sizeof cells[0], "%.1f", row->memory_bytes / 1024 / row->ranks);
    }
    return 0;
}

static void print_rest(const struct pcs_bench_result *result, const char *bullet, FILE *out)
{
    for (int i = 0; i < result->growths_n; i++)
        fprintf(out, "%sCPU time on %s grows as (P log2 P)^%.2f for %s (%d sizes)\n", bullet,
                result->growths[i].model, result->growths[i].exponent,
                pcs_bench_program_name(result->growths[i].program), result->growths[i].sizes_n);
    for (int i = 0; i < result->counts_n; i++)
        fprintf(out,
                "%s%s: %.0f instructions a message (callgrind, %d ranks, flat, with start-up)\n",
                bullet, pcs_bench_program_name(result->counts[i].program),
                result->counts[i].instructions_per_message, result->counts_ranks);
}

int pcs_bench_print(const struct pcs_bench_result *result, FILE *out)
{
    struct pcs_text_table table;
    int rc = fill(result, &table);

    if (rc == 0)
        rc = pcs_text_table_print(&table, out);
    pcs_text_table_fini(&table);
    fprintf(out, "\n");
    print_rest(result, "", out);
    return rc;
}

void pcs_bench_csv(const struct pcs_bench_result *result, FILE *out)
{
    fprintf(out, "network,ranks,rounds,bytes,program,repetitions,ratio,ratio_low,ratio_high,"
                 "messages_per_cpu_s,cpu_s,memory_bytes,messages\n");
    for (int i = 0; i < result->rows_n; i++) {
        const struct pcs_bench_row *row = &result->rows[i];
        fprintf(out, "%s,%d,%d,%d,%s,%d,%.4f,%.4f,%.4f,%.1f,%.4f,%.0f,%.0f\n", row->model,
                row->ranks, row->program == PCS_BENCH_START ? 1 : result->rounds, result->bytes,
                pcs_bench_program_name(row->program), result->repetitions, row->ratio,
                row->ratio_low, row->ratio_high, row->rate, row->cpu_s, row->memory_bytes,
                row->messages);
    }
}

int pcs_bench_markdown(const struct pcs_bench_result *result, FILE *out)
{
    struct pcs_text_table table;

    fprintf(
        out,
        "# Performance\n\n"
        "How fast simulations are beside bare SMPI. The figures are ratios measured side by side, "
        "in\nturn, on one core; a bare time says little about another machine. Made by:\n\n"
        "    %s\n\n"
        "*Bare SMPI* is recursive doubling with `MPI_Sendrecv` and nothing else; all programs have "
        "the\nsame settings and the same preloaded libraries. %d rounds of %d B, `costs: ideal`, "
        "no compute, no\nbarrier; %d repetitions. *Ratio*: messages a CPU second (data, tokens and "
        "reports; not wake-ups or\nbarriers), divided by bare SMPI's in the same repetition: "
        "median and range. Start-up is one round;\nits column shows seconds of CPU time. Memory is "
        "the proportional set size of the whole process at\nthe end of the run.\n\n",
        result->command, result->rounds, result->bytes, result->repetitions);
    const int rc = fill(result, &table);
    pcs_text_table_markdown(&table, out);
    pcs_text_table_fini(&table);
    fprintf(out, "\n");
    print_rest(result, "- ", out);
    fprintf(
        out,
        "\n## What bounds them\n\n"
        "- SMPI itself: some 35,000 instructions a message, of which `malloc` and `free` are a "
        "quarter and\n  the start of a message with its route a fifth.\n"
        "- A partial collective waits for tokens, reports and wake-ups beside its blocks, so a "
        "step "
        "waits for\n  three or more messages where `MPI_Sendrecv` waits for two, and its helper is "
        "a second actor.\n"
        "- Blocks that travel without being asked for (below the platform's eager threshold, 8 KiB "
        "on Aries) are\n  received and sent by one MPI call a step; larger ones need their receive "
        "posted before.\n"
        "- SMPI 3.32 keeps about 0.5 KB of each larger message that a helper has waited for until "
        "the run ends.\n"
        "- `pcollsim run` preloads mimalloc where there is one, and a library that answers SMPI's "
        "questions for\n  CPU time, which nothing uses, without a system call. The manifest shows "
        "both; `--no-preload` leaves\n  them out. No result depends on them.\n");
    return rc;
}
