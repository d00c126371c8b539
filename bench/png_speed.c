/*
 * png_speed PICTURE.png [ROUNDS]
 *
 * Writes a picture again with our writer, on one thread and on two, and with stb_image_write as it
 * comes, taking turns. For each an object per line: seconds of the wall and of processors, median
 * of ROUNDS (5), and the size of the file.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "bench/files.h"
#include "image/image.h"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#define MAX_ROUNDS 101
enum { OURS_1, OURS_2, STB, WAYS };

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

static bool write_once(int way, const char *path, const uint8_t *pixels,
                       const struct image_picture *p)
{
    if (way == STB)
        return stbi_write_png(path, (int)p->width, (int)p->height, (int)p->channels, pixels,
                              (int)(p->width * p->channels)) != 0;
    struct file_writer file;
    if (file_create(&file, path, NULL) != SCREE_OK) return false;
    const enum scree_code code = image_png8(&file.out, way == OURS_1 ? 1 : 2, pixels, p->width,
                                            p->height, p->channels, NULL);
    return file_finish(&file, code, path, NULL) == SCREE_OK;
}

int main(int argc, char **argv)
{
    struct image_picture picture;
    const int rounds = argc == 3 ? atoi(argv[2]) : 5;
    if (argc < 2 || argc > 3 || rounds < 1 || rounds > MAX_ROUNDS ||
        image_read_png(&picture, argv[1], 1u << 28, NULL) != SCREE_OK) {
        fprintf(stderr, "usage: png_speed PICTURE.png [ROUNDS (1 to %d)]\n", MAX_ROUNDS);
        return 2;
    }
    const size_t samples = picture.width * picture.height * picture.channels;
    uint8_t *pixels = mem_alloc(samples, 1);
    if (pixels == NULL) return 1;
    for (size_t i = 0; i < samples; i++) pixels[i] = (uint8_t)picture.samples[i];

    static const char *const names[WAYS] = {"ours, 1 thread", "ours, 2 threads", "stb"};
    static double wall[WAYS][MAX_ROUNDS], cpu[WAYS][MAX_ROUNDS];
    long bytes[WAYS] = {0};
    char path[64];
    snprintf(path, sizeof path, "/tmp/png_speed-%ld.png", (long)getpid());
    for (int r = 0; r < rounds; r++) {
        for (int way = 0; way < WAYS; way++) {
            const double w = seconds(CLOCK_MONOTONIC), c = seconds(CLOCK_PROCESS_CPUTIME_ID);
            if (!write_once(way, path, pixels, &picture)) return 1;
            wall[way][r] = seconds(CLOCK_MONOTONIC) - w;
            cpu[way][r] = seconds(CLOCK_PROCESS_CPUTIME_ID) - c;
            FILE *file = fopen(path, "rb");
            if (file == NULL || fseek(file, 0, SEEK_END) != 0) return 1;
            bytes[way] = ftell(file);
            fclose(file);
        }
    }
    unlink(path);
    for (int way = 0; way < WAYS; way++)
        printf("{\"name\": \"%s\", \"wall_s\": %.4f, \"cpu_s\": %.4f, \"bytes\": %ld}\n",
               names[way], median(wall[way], rounds), median(cpu[way], rounds), bytes[way]);
    mem_free(pixels);
    image_picture_free(&picture);
    return 0;
}
