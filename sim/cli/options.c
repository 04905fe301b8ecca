/*
 * Options as rows of a table, over getopt_long().
 */
#include "sim/cli/options.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What getopt_long() returns for row i; beyond all letters. */
#define ROW_BASE 1000
#define HELP_ROW 999
#define OPTIONS_MAX 32
/* Column where the help of an option starts. */
#define HELP_COLUMN 26

static const struct pcs_option no_options[] = {{.name = NULL}};

static const struct pcs_option *options_of(const struct pcs_usage *usage)
{
    return usage->options ? usage->options : no_options;
}

static void print_option(const struct pcs_option *option, FILE *out)
{
    char left[80];
    int length = 0;

    if (option->letter)
        length += snprintf(left, sizeof left, "-%c, ", option->letter);
    length += snprintf(left + length, sizeof left - (size_t)length, "--%s%s%s", option->name,
                       option->argument ? " " : "", option->argument ? option->argument : "");
    fprintf(out, "  %s", left);
    if (length + 4 > HELP_COLUMN) {
        fputc('\n', out);
        length = -2;
    }
    fprintf(out, "%*s%s\n", HELP_COLUMN - length - 2, "", option->help);
}

static void print_line(const struct pcs_usage *usage, FILE *out)
{
    fprintf(out, "usage: pcollsim %s %s\n", usage->name, usage->synopsis);
}

void pcs_usage_print(const struct pcs_usage *usage, FILE *out)
{
    static const struct pcs_option help = {
        .name = "help", .letter = 'h', .help = "print this and exit"};

    print_line(usage, out);
    fprintf(out, "\npcollsim %s: %s.\n", usage->name, usage->summary);
    if (usage->details)
        fprintf(out, "\n%s\n", usage->details);
    fprintf(out, "\noptions:\n");
    for (const struct pcs_option *option = options_of(usage); option->name; option++)
        print_option(option, out);
    print_option(&help, out);
}

enum pcs_parsed pcs_usage_refuse(const struct pcs_usage *usage, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "pcollsim %s: ", usage->name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    print_line(usage, stderr);
    return PCS_PARSED_BAD;
}

static int list_add(struct pcs_option_list *list, const char *text)
{
    const char **items = realloc(list->items, ((size_t)list->items_n + 1) * sizeof *items);

    if (!items)
        return -1;
    items[list->items_n++] = text;
    list->items = items;
    return 0;
}

static int set_value(const struct pcs_option *option, void *values, const char *text)
{
    void *value = (char *)values + option->offset;

    switch (option->type) {
    case PCS_OPTION_FLAG:
        *(bool *)value = true;
        break;
    case PCS_OPTION_TEXT:
        *(const char **)value = text;
        break;
    case PCS_OPTION_LIST:
        return list_add(value, text);
    }
    return 0;
}

/** Fill getopt_long()'s own tables from the rows. */
static void translate(const struct pcs_option *options, struct option longs[OPTIONS_MAX + 2],
                      char shorts[2 * OPTIONS_MAX + 3])
{
    int n = 0;

    *shorts++ = ':'; /* no messages of its own */
    *shorts++ = 'h';
    for (; options[n].name && n < OPTIONS_MAX; n++) {
        const struct pcs_option *option = &options[n];
        int has_argument = option->argument ? required_argument : no_argument;
        longs[n] = (struct option){option->name, has_argument, NULL, ROW_BASE + n};
        if (option->letter) {
            *shorts++ = option->letter;
            if (option->argument)
                *shorts++ = ':';
        }
    }
    longs[n] = (struct option){"help", no_argument, NULL, HELP_ROW};
    longs[n + 1] = (struct option){NULL, 0, NULL, 0};
    *shorts = '\0';
}

static const struct pcs_option *find_option(const struct pcs_option *options, int code)
{
    if (code >= ROW_BASE)
        return &options[code - ROW_BASE];
    for (; options->name; options++) {
        if (options->letter == code)
            return options;
    }
    return NULL;
}

/** getopt_long() returned '?' or ':': what was it that it did not like? */
static enum pcs_parsed refuse_option(const struct pcs_usage *usage, int code, char **argv)
{
    char letter[3] = {'-', (char)optopt, '\0'};
    /* A long option leaves 0 or its own code in optopt, and has been passed over. */
    bool is_letter = optopt > 0 && optopt < HELP_ROW;
    const char *shown = is_letter ? letter : argv[optind - 1];

    if (code == ':')
        return pcs_usage_refuse(usage, "option %s needs an argument", shown);
    if (!is_letter && optopt)
        return pcs_usage_refuse(usage, "option %s takes no argument", shown);
    return pcs_usage_refuse(usage, "unknown option %s", shown);
}

enum pcs_parsed pcs_options_parse(const struct pcs_usage *usage, int argc, char **argv,
                                  void *values, int *first)
{
    struct option longs[OPTIONS_MAX + 2];
    char shorts[2 * OPTIONS_MAX + 3];
    const struct pcs_option *options = options_of(usage);
    int code;

    translate(options, longs, shorts);
    optind = 0; /* GNU: start anew */
    while ((code = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        if (code == HELP_ROW || code == 'h') {
            pcs_usage_print(usage, stdout);
            return PCS_PARSED_HELP;
        }
        if (code == '?' || code == ':')
            return refuse_option(usage, code, argv);
        if (set_value(find_option(options, code), values, optarg) < 0)
            return pcs_usage_refuse(usage, "out of memory");
    }
    *first = optind;
    if (argc - optind < usage->operands_min)
        return pcs_usage_refuse(usage, "too few arguments");
    if (argc - optind > usage->operands_max)
        return pcs_usage_refuse(usage, "one argument too many: %s",
                                argv[optind + usage->operands_max]);
    return PCS_PARSED;
}

void pcs_options_fini(const struct pcs_usage *usage, void *values)
{
    for (const struct pcs_option *option = options_of(usage); option->name; option++) {
        if (option->type == PCS_OPTION_LIST) {
            struct pcs_option_list *list = (void *)((char *)values + option->offset);
            free(list->items);
            *list = (struct pcs_option_list){0};
        }
    }
}
