#include "sim/cli/bench/table.h"

#include "sim/cli/validate/text_table.h"

enum column { MODEL, RANKS, PROGRAM, RATIO, RANGE, WHOLE, RATE, MEMORY, PER_RANK, COLUMNS_N };

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
        const bool is_rate = row->program < PCS_BENCH_START_BARE;
        snprintf(cells[MODEL], sizeof cells[0], "%s", row->model);
        snprintf(cells[RANKS], sizeof cells[0], "%d", row->ranks);
        snprintf(cells[PROGRAM], sizeof cells[0], "%s", pcs_bench_program_name(row->program));
        snprintf(cells[RATIO], sizeof cells[0], is_rate ? "%.2f" : "", row->ratio);
        snprintf(cells[RANGE], sizeof cells[0], is_rate ? "%.2f-%.2f" : "", row->ratio_low,
                 row->ratio_high);
        snprintf(cells[WHOLE], sizeof cells[0], is_rate ? "%.2f" : "", row->whole);
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
                 "ratio_whole,messages_per_cpu_s,cpu_s,memory_bytes,messages\n");
    for (int i = 0; i < result->rows_n; i++) {
        const struct pcs_bench_row *row = &result->rows[i];
        fprintf(out, "%s,%d,%d,%d,%s,%d,%.4f,%.4f,%.4f,%.4f,%.1f,%.4f,%.0f,%.0f\n", row->model,
                row->ranks, row->program >= PCS_BENCH_START_BARE ? 1 : result->rounds,
                result->bytes, pcs_bench_program_name(row->program), result->repetitions,
                row->ratio, row->ratio_low, row->ratio_high, row->whole, row->rate, row->cpu_s,
                row->memory_bytes, row->messages);
    }
}

static void write_method(const struct pcs_bench_result *result, FILE *out)
{
    fprintf(
        out,
        "# Performance\n\n"
        "How fast simulations are beside bare SMPI. The figures are ratios measured side by side, "
        "in\n"
        "turn, on one core; a bare time says little about another machine. Made by:\n\n"
        "    %s\n\n"
        "*Bare SMPI* is recursive doubling with `MPI_Sendrecv` and nothing else; all programs have "
        "the\n"
        "same settings and the same preloaded libraries. %d rounds of %d B,\n"
        "`workloads/scenarios/bench.yaml` (`costs: ideal`, exponential delays of 1 ms, no "
        "barrier);\n"
        "%d repetitions. *Ratio*: messages a CPU second (data, tokens and reports; not wake-ups "
        "or\n"
        "barriers), divided by bare SMPI's in the same repetition: median and range; the time of\n"
        "start-up, a run of one round, is taken off on both sides. *Whole*: the same with "
        "start-up.\n"
        "Rows of start-up show seconds of CPU time. Memory is the proportional set size of the "
        "whole\n"
        "process at the end of the run.\n\n",
        result->command, result->rounds, result->bytes, result->repetitions);
}

static void write_bounds(FILE *out)
{
    fprintf(
        out,
        "\n## What bounds them\n\n"
        "- SMPI itself: some 35,000 instructions a message, of which `malloc` and `free` are a "
        "quarter\n"
        "  and the start of a message with its route a fifth. SMPI 3.32 searches a list of all "
        "messages\n"
        "  under way at the end of each small one, a sixth of a run with 1,024 ranks.\n"
        "- A partial collective waits for tokens, reports and wake-ups beside its blocks, so a "
        "step waits\n"
        "  for three or more messages where `MPI_Sendrecv` waits for two, and its helper is a "
        "second\n"
        "  actor.\n"
        "- Blocks that travel without being asked for (below the platform's eager threshold, 8 KiB "
        "on\n"
        "  Aries) are received and sent by one MPI call a step; larger ones need their receive "
        "posted\n"
        "  before.\n"
        "- SMPI 3.32 keeps about 0.5 KB of each larger message that a helper has waited for until "
        "the run\n"
        "  ends.\n"
        "- `pcollsim run` preloads mimalloc where there is one, and a library that answers SMPI's\n"
        "  questions for CPU time, which nothing uses, without a system call. The manifest shows "
        "both;\n"
        "  `--no-preload` leaves them out. No result depends on them.\n");
}

int pcs_bench_markdown(const struct pcs_bench_result *result, FILE *out)
{
    struct pcs_text_table table;
    const int rc = fill(result, &table);

    write_method(result, out);
    pcs_text_table_markdown(&table, out);
    pcs_text_table_fini(&table);
    fprintf(out, "\n");
    print_rest(result, "- ", out);
    write_bounds(out);
    return rc;
}
