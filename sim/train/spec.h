/*
 * What is trained, on what, and how: the section train of a scenario.
 */
#ifndef PCS_TRAIN_SPEC_H
#define PCS_TRAIN_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pcs_train_model_kind {
    PCS_TRAIN_NONE,       /**< nothing is trained */
    PCS_TRAIN_HYPERPLANE, /**< linear regression, mean squared error */
    PCS_TRAIN_SOFTMAX,    /**< multinomial logistic regression, cross-entropy */
    PCS_TRAIN_PERCEPTRON, /**< one hidden layer, softmax output, cross-entropy */
};

enum pcs_train_activation { PCS_TRAIN_TANH, PCS_TRAIN_RELU };

struct pcs_train_spec {
    enum pcs_train_model_kind model;
    uint32_t dimensions; /**< of a point, >= 1 */
    uint32_t classes;    /**< softmax and perceptron, >= 2 */
    uint32_t hidden;     /**< units of the perceptron's hidden layer, >= 1 */
    enum pcs_train_activation activation;
    uint32_t points;      /**< to train on */
    uint32_t eval_points; /**< others, on which the loss is measured, >= 1 */
    uint32_t batch;       /**< points of a step over all ranks, 1..points */
    /** Hyperplane: standard deviation of a target about the plane. Others: of each coordinate of a
     * point about the centre of its class, whose distance from 0 is about 1. */
    double noise;
    double rate;          /**< step length of the optimizer, > 0 */
    double momentum;      /**< 0 <= momentum < 1; 0 = plain gradient descent */
    double decay;         /**< the rate is multiplied by this every decay_every steps */
    uint32_t decay_every; /**< 0 = constant rate */
    uint32_t eval_every;  /**< steps from one measurement of the loss to the next, >= 1 */
    double target_loss;   /**< at which all ranks stop; 0 = none */
    uint32_t epochs;      /**< instead of steps; 0 = not given */
};

/** @return weights of the model, biases included, and as many elements of a gradient */
uint64_t pcs_train_elements(const struct pcs_train_spec *spec);

/** @return steps in which every point is used at most once: points / batch, rounded down, >= 1 */
uint32_t pcs_train_epoch_steps(const struct pcs_train_spec *spec);

/** @return bytes that the data set takes in memory, once for all ranks of a process */
double pcs_train_data_bytes(const struct pcs_train_spec *spec);

#endif
