/* How often the ground changes on a straight drive. */
#include <math.h>
#include <stdlib.h>

#include "ground/ground_grip.h"

/* A number from 0 up to, not including, 1, of 24 bits. Source of the constants: the finaliser of
 * splitmix64 (docs/model.md, Noise, scramble). */
static double draw(uint64_t *state)
{
    uint64_t b = *state += UINT64_C(0x9e3779b97f4a7c15);
    b = (b ^ (b >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    b = (b ^ (b >> 27)) * UINT64_C(0x94d049bb133111eb);
    b ^= b >> 31;
    return (double)(uint32_t)(b >> 40) * 0x1p-24;
}

struct drive {
    double x, y, dx, dy; /* in samples; the whole way */
};

/* A direction without sines: the circle by its rational points, which are even enough. */
static void choose(struct drive *drive, uint64_t *state, double length, double room)
{
    do {
        const double t = draw(state), turn = draw(state);
        const double a = length * (1 - t * t) / (1 + t * t), b = length * 2 * t / (1 + t * t);
        drive->dx = turn < 0.25 ? a : turn < 0.5 ? -b : turn < 0.75 ? -a : b;
        drive->dy = turn < 0.25 ? b : turn < 0.5 ? a : turn < 0.75 ? -b : -a;
    } while (fabs(drive->dx) > room || fabs(drive->dy) > room);
    drive->x = draw(state) * (room - fabs(drive->dx)) + (drive->dx < 0 ? -drive->dx : 0);
    drive->y = draw(state) * (room - fabs(drive->dy)) + (drive->dy < 0 ? -drive->dy : 0);
}

static uint32_t count_changes(const struct drive *drive, const uint8_t *ids, uint32_t size,
                              const uint8_t grip[256], uint32_t steps)
{
    uint32_t changes = 0;
    uint8_t before = GROUND_NO_GRIP;
    for (uint32_t i = 0; i <= steps; i++) {
        const double part = (double)i / steps;
        const size_t x = (size_t)(drive->x + part * drive->dx);
        const size_t y = (size_t)(drive->y + part * drive->dy);
        const uint8_t now = grip[ids[y * size + x]];
        if (now == GROUND_NO_GRIP) continue;
        changes += before != GROUND_NO_GRIP && now != before;
        before = now;
    }
    return changes;
}

static int compare(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

double ground_drive(const uint8_t *ids, uint32_t size, double square_m, const uint8_t grip[256])
{
    uint32_t changes[GROUND_DRIVES];
    const double room = (double)size - 1, most = 0.75 * room;
    const double wanted = GROUND_DRIVE_M / square_m, length = wanted < most ? wanted : most;
    const uint32_t steps = (uint32_t)(2 * length) + 1; /* half a sample each */
    uint64_t state = 1;
    if (size < 2) return 0;
    for (int i = 0; i < GROUND_DRIVES; i++) {
        struct drive drive;
        choose(&drive, &state, length, room);
        changes[i] = count_changes(&drive, ids, size, grip, steps);
    }
    qsort(changes, GROUND_DRIVES, sizeof changes[0], compare);
    const uint32_t median = changes[GROUND_DRIVES / 2];
    return length * square_m / (median > 0 ? median : 1);
}
