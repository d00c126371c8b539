/*
 * Fractal gradient noise: one number per position, the same on every machine.
 *
 * Domain. Positions are unsigned 32.32 fixed point in terrain units and wrap: the period is 2^32
 * units in x and in y. Octave k has square lattice cells of largest / 2^k units, largest being
 * that of a spectrum.
 * Basis. Gradient noise with quintic fade on an integer-hashed lattice; the gradient at a lattice
 * point is (p(t), p(t + 1/4 turn)), p(t) = 4 t (1 - |t|), t in [-1, 1) from the hash: almost unit
 * length, uniform in angle, no table.
 * Range. z has mean 0 and, with the full set of octaves, variance 1 over the plane; it is bounded but
 * callers clamp what they derive from it. Octave k has amplitude gain^k before normalisation.
 * Seed. The first two components of ORIG are hashed into a translation of the domain, a different
 * one for each octave: equal ORIG gives equal noise, any other ORIG unrelated noise. The hash
 * constants were chosen by us; statistics are tested in tests/unit/test_noise.c.
 *
 * The arithmetic is float, one rounding per operation in the order written in noise_point.c, and
 * part of the model: docs/model.md states it to the bit. Threads: any.
 */
#ifndef NOISE_NOISE_H
#define NOISE_NOISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

#define NOISE_MAX_OCTAVES 24
/* Variance of one octave of amplitude 1: 8 * 8/15 * I2 * I0 with I0 the integral over [0, 1] of
 * (1 - s)^2 and I2 that of (1 - s)^2 u^2, s = 6 u^5 - 15 u^4 + 10 u^3; I0 = 181/462, I2 =
 * 535/18018. Derived again in tests/unit/test_noise.c. */
#define NOISE_OCTAVE_VARIANCE (309872.0 / 6243237.0)

/* How strong the octaves are. */
struct noise_spectrum {
    uint32_t largest_log2; /* the cell of octave 0 has 2^largest_log2 terrain units; 0 .. 16 */
    uint32_t full;         /* octaves that have the variance 1 together; at least 1 */
    double gain;           /* amplitude of an octave by that of the one before; above 0 */
};
/* What is drawn with noise and is no coverage (waves, bumps) has this one, whatever the model. */
#define NOISE_LARGEST_TU 128
#define NOISE_PLAIN(octaves)                                                                       \
    ((struct noise_spectrum){.largest_log2 = 7, .full = (octaves), .gain = 0.9})

struct noise_octave {
    uint64_t shift_x, shift_y; /* added to a position, modulo 2^64 */
    float amplitude;           /* normalised; negative where the noise is inverted */
    uint32_t cell_bits;        /* the cell has 2^cell_bits units of a position, 9 .. 48 */
};

struct noise_fractal {
    uint32_t count; /* octaves to evaluate, 0 .. NOISE_MAX_OCTAVES */
    struct noise_octave octaves[NOISE_MAX_OCTAVES];
};

/* noise_resolved_octaves() is the number of octaves whose cell is at least twice the distance
 * between samples, units / samples terrain units: 0 .. NOISE_MAX_OCTAVES. */
uint32_t noise_resolved_octaves(const struct noise_spectrum *spectrum, uint64_t units,
                                uint64_t samples);

/*
 * noise_prepare() makes a fractal of `count` octaves, at most NOISE_MAX_OCTAVES: fewer or more than
 * the full set, which changes no amplitude. orig[0] and orig[1] must be finite. invert turns z into
 * -z exactly.
 */
void noise_prepare(struct noise_fractal *out, const struct noise_spectrum *spectrum,
                   const float orig[2], bool invert, uint32_t count);

/* noise_point() is z at one position: the definition. */
float noise_point(const struct noise_fractal *fractal, uint64_t x, uint64_t y);

/*
 * The row form: z for whole rows of texels, the bits of noise_point() many times as fast.
 *
 * It works from a scratch that the caller owns: noise_rows_bytes(count, octaves) bytes aligned to
 * 64, which need not be initialised, good for every run of at most count columns of a fractal with at
 * most octaves octaves (SIZE_MAX if that cannot be addressed). There is nothing to free in it. One
 * scratch serves one thread at a time; different scratches do not meet.
 *
 * start() takes the columns: x[i], 0 <= i < count, count >= 1, in any order and at any distances.
 * Neither x nor fractal is needed afterwards. A new start() on the same scratch ends the old run.
 *
 * next() computes one row of the run last started: z[i] = noise_point(fractal, x[i], y), bit for
 * bit, 0 <= i < count. z holds count floats with any alignment (64 bytes is fastest) and nothing
 * behind them is touched. Rows may come in any order; it is fast where a row lies in the same
 * lattice cells as the row before or in their neighbours, so go from row to row up or down.
 */
struct noise_rows;
struct noise_kernels {
    void (*start)(struct noise_rows *rows, const struct noise_fractal *fractal, const uint64_t *x,
                  size_t count);
    void (*next)(struct noise_rows *rows, uint64_t y, float *z);
};

size_t noise_rows_bytes(size_t count, uint32_t octaves);

/*
 * The noise at runs of points anywhere, for pictures in perspective: every point has a finest size
 * in terrain units that it can show, above 0, and an octave fades out from a cell of twice that
 * size (in full) to that size (gone).
 *
 * value(): z = sum over the octaves, in rising k from 0, of share_k * octave_k, share_k =
 * min(max(cell_k / finest - 1, 0), 1); with all shares 1 that is noise_point().
 * slope(): the derivatives of that sum per terrain unit, from octave `first` on.
 * Runs have whole groups (base/lanes.h), at most NOISE_SCATTER_RUN points; outputs do not overlap
 * inputs. Cannot fail. Threads: any, on different outputs.
 */
#define NOISE_SCATTER_RUN 64
/* noise_point_fading() is value() at one point: the definition. */
float noise_point_fading(const struct noise_fractal *fractal, uint64_t x, uint64_t y, float finest);
struct noise_points {
    const uint64_t *x, *y;
    const float *finest;
    size_t groups;
};
struct noise_scatter_kernels {
    void (*value)(float *z, const struct noise_fractal *fractal, const struct noise_points *at);
    void (*slope)(float *along_x, float *along_y, const struct noise_fractal *fractal,
                  uint32_t first, const struct noise_points *at);
};

/* noise_cell_tu() is the cell of an octave in terrain units, exactly. */
static inline float noise_cell_tu(const struct noise_octave *octave)
{
    return (float)(int64_t)(UINT64_C(1) << octave->cell_bits) * 0x1p-32f;
}

/* noise_scatter_select() is as noise_select(). */
const struct noise_scatter_kernels *noise_scatter_select(enum cpu_isa isa);

/* noise_select() is the build for an instruction set, as cpu_choose() finds it, or NULL. */
const struct noise_kernels *noise_select(enum cpu_isa isa);

#endif
