/*
 * Layer tables of models that the experiments use, built from their architecture: shapes, not
 * lists of numbers, so that each can be held against its publication. Biases and normalisation
 * parameters are tensors of their own, as frameworks have them.
 */
#include "workloads/layers.h"

/* A matrix or a kernel, and n vectors behind it (bias; scale and shift of a normalisation). */
static int add(struct pcs_layers *layers, uint64_t matrix, int vectors, uint64_t width)
{
    int rc = pcs_layers_add(layers, matrix);

    for (int i = 0; i < vectors; i++)
        rc |= pcs_layers_add(layers, width);
    return rc;
}

/* A convolution without bias, followed by batch normalisation. */
static int add_convolution(struct pcs_layers *layers, uint64_t size, uint64_t in, uint64_t out)
{
    return add(layers, size * size * in * out, 2, out);
}

/*
 * ResNet-50: K. He et al., Deep Residual Learning for Image Recognition, CVPR 2016, table 1, with
 * 1,001 classes (ImageNet's and one for the background), as in the 161 allreduces of a step of the
 * eager-SGD paper's ImageNet runs: 25,559,081 parameters, of which 25,557,032 with 1,000 classes.
 */
static int build_resnet50(struct pcs_layers *layers)
{
    static const int blocks[] = {3, 4, 6, 3};
    uint64_t in = 64;
    int rc = add_convolution(layers, 7, 3, 64);

    for (int stage = 0; stage < 4; stage++) {
        const uint64_t width = (uint64_t)64 << stage, out = 4 * width;
        for (int block = 0; block < blocks[stage]; block++) {
            if (block == 0)
                rc |= add_convolution(layers, 1, in, out); /* the shortcut */
            rc |= add_convolution(layers, 1, in, width);
            rc |= add_convolution(layers, 3, width, width);
            rc |= add_convolution(layers, 1, width, out);
            in = out;
        }
    }
    return rc | add(layers, in * 1001, 1, 1001);
}

/*
 * VGG-16: K. Simonyan, A. Zisserman, Very Deep Convolutional Networks for Large-Scale Image
 * Recognition, ICLR 2015, configuration D, 1,000 classes: 138,357,544 parameters.
 */
static int build_vgg16(struct pcs_layers *layers)
{
    static const uint64_t widths[] = {64,  64,  128, 128, 256, 256, 256,
                                      512, 512, 512, 512, 512, 512};
    uint64_t in = 3;
    int rc = 0;

    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        rc |= add(layers, 9 * in * widths[i], 1, widths[i]);
        in = widths[i];
    }
    rc |= add(layers, 7 * 7 * in * 4096, 1, 4096);
    rc |= add(layers, 4096 * 4096, 1, 4096);
    return rc | add(layers, 4096 * 1000, 1, 1000);
}

/*
 * The speech model of the Ok-Topk paper (S. Li, T. Hoefler, PPoPP 2022: LSTM on AN4, 27,569,568
 * parameters): Deep Speech 2 (D. Amodei et al., ICML 2016) with two convolutions over a spectrogram
 * of 161 frequencies, of which 41 times 32 values are left, five forward LSTM layers of 800, each
 * but the first behind a batch normalisation, a look-ahead of 20 steps, and 29 characters.
 */
static int build_lstm(struct pcs_layers *layers)
{
    const uint64_t hidden = 800;
    int rc = add(layers, 41 * 11 * 1 * 32, 3, 32); /* bias, scale, shift */

    rc |= add(layers, 21 * 11 * 32 * 32, 3, 32);
    for (int i = 0; i < 5; i++) {
        const uint64_t in = i == 0 ? 41 * 32 : hidden;
        if (i > 0)
            rc |= add(layers, hidden, 1, hidden);
        rc |= pcs_layers_add(layers, 4 * hidden * in);
        rc |= add(layers, 4 * hidden * hidden, 2, 4 * hidden);
    }
    rc |= pcs_layers_add(layers, hidden * 21);
    rc |= add(layers, hidden, 1, hidden);
    return rc | pcs_layers_add(layers, hidden * 29);
}

/*
 * BERT-base for pre-training: J. Devlin et al., NAACL 2019: 12 layers of 768, vocabulary 30,522,
 * 109,482,240 parameters; with the heads for masked words (whose matrix is not tied to the
 * embedding) and next sentences 133,547,324, as the Ok-Topk paper has it.
 */
static int build_bert_base(struct pcs_layers *layers)
{
    const uint64_t h = 768, words = 30522;
    int rc = pcs_layers_add(layers, words * h);

    rc |= pcs_layers_add(layers, 512 * h);
    rc |= add(layers, 2 * h, 2, h);
    for (int i = 0; i < 12; i++) {
        for (int j = 0; j < 3; j++)
            rc |= add(layers, h * h, 1, h); /* query, key, value */
        rc |= add(layers, h * h, 3, h);
        rc |= add(layers, 4 * h * h, 1, 4 * h);
        rc |= add(layers, 4 * h * h, 3, h);
    }
    rc |= add(layers, h * h, 1, h); /* pooler */
    rc |= add(layers, h * h, 3, h);
    rc |= add(layers, words * h, 1, words);
    return rc | add(layers, 2 * h, 1, 2);
}

static const struct pcs_layers_model models[] = {
    {"resnet50", "161 tensors, 25,559,081 elements: ResNet-50 with 1,001 classes", build_resnet50},
    {"vgg16", "32 tensors, 138,357,544 elements: VGG-16 with 1,000 classes", build_vgg16},
    {"lstm", "40 tensors, 27,569,568 elements: speech model with five LSTM layers", build_lstm},
    {"bert-base", "207 tensors, 133,547,324 elements: BERT-base with both heads", build_bert_base},
    {NULL, NULL, NULL},
};

const struct pcs_layers_model *pcs_layers_models(void)
{
    return models;
}
