/* New materials for a level that is there already. */
#include "cli/beamng/into.h"
#include "cli/say.h"
#include "base/text.h"
#include "cli/outdir.h"

#include <stdio.h>
#include <string.h>

/* Holes stay, and new ones may be added. */
static void keep_holes(struct into *into)
{
    struct beamng *beamng = into->beamng;
    const size_t points = (size_t)beamng->size * beamng->size;
    for (size_t i = 0; i < points; i++)
        if (into->layers->ids[i] == BEAMTER_HOLE) beamng->ids[i] = BEAMNG_HOLE;
}

static double percent(const struct into *into, uint64_t samples)
{
    return 100 * (double)samples / ((double)into->beamng->size * into->beamng->size);
}

static void show_row(const struct into *into, const char *name, uint64_t before, uint64_t after,
                     uint64_t isolated, const char *note)
{
    char clean[SAY_TEXT_SIZE];
    printf("%-32s  %11llu %6.2f %%  %11llu %6.2f %%  %9llu%s%s\n",
           text_clean(clean, sizeof clean, name), (unsigned long long)before, percent(into, before),
           (unsigned long long)after, percent(into, after), (unsigned long long)isolated,
           note[0] != '\0' ? "  " : "", note);
}

static const char *note_of(const struct into *into, size_t id)
{
    if (id < into->layers->count) return "";
    for (size_t i = 0; i < into->added_count; i++)
        if (strcmp(into->added[i].name, into->names[id]) == 0) return "new material";
    return "new in the list";
}

/* A line for each material of the .ter: before, after, and how many samples stand alone. */
static void show(const struct into *into, const struct beamng_counts *before,
                 const struct beamng_counts *after)
{
    printf("%-32s  %20s  %20s  %9s\n", "material", "samples before", "samples after", "isolated");
    for (size_t i = 0; i < into->count; i++)
        show_row(into, into->names[i], before->samples[i], after->samples[i], after->isolated[i],
                 note_of(into, i));
    show_row(into, "(hole)", before->samples[BEAMNG_HOLE], after->samples[BEAMNG_HOLE],
             after->isolated[BEAMNG_HOLE], "");
}

/* What becomes what, and how much of it there is. */
static void job(const struct into *into, const struct beamng_counts *after)
{
    const struct beamng *beamng = into->beamng;
    const double square_m = beamng->pair.field->scal_m[0];
    for (uint32_t m = 0; m < beamng->merge->count; m++) {
        const struct beamng_material *material = &beamng->materials[m];
        if (material->is_hole) continue;
        if (material->is_left_out) {
            job_note(beamng->job, NULL,
                     "%s: no sample, and the level has no such material: left out",
                     material->made.name);
            continue;
        }
        const uint64_t samples = after->samples[material->id];
        const char *name = into->names[material->id], *note = note_of(into, material->id);
        const bool renamed = strcmp(name, material->made.name) != 0;
        job_note(beamng->job, NULL, "%s%s%s%s%s: %llu samples, %.2f %%, %.4g ha, %llu isolated",
                 material->made.name, renamed ? " as " : "", renamed ? name : "",
                 note[0] != '\0' ? ", " : "", note, (unsigned long long)samples,
                 percent(into, samples), (double)samples * square_m * square_m / 10000,
                 (unsigned long long)after->isolated[material->id]);
    }
    beamng_say_speckles(beamng);
}

static enum err_code change(struct into *into, struct err *err)
{
    struct beamng *beamng = into->beamng;
    struct beamng_counts before, after;
    outdir_recover(beamng->args->into, beamng->job);
    RETURN_IF_ERR(into_read(into, err));
    RETURN_IF_ERR(beamng_merge(beamng, err));
    RETURN_IF_ERR(beamng_read_holes(beamng, err));
    RETURN_IF_ERR(beamng_evaluate(beamng, err));
    RETURN_IF_ERR(beamng_look(beamng, err));
    RETURN_IF_ERR(into_map(into, err));
    beamng_number(beamng);
    keep_holes(into);
    beamng_count(&before, into->layers->ids, beamng->size);
    beamng_count(&after, beamng->ids, beamng->size);
    job_finish(beamng->job);
    if (beamng->args->dry_run) {
        show(into, &before, &after);
        beamng_say_speckles(beamng);
        return ERR_OK;
    }
    job(into, &after);
    return into_write(into, err);
}

void into_free(struct into *into)
{
    for (size_t i = 0; i < into->file_count; i++) json_decref(into->files[i].document);
    mem_free(into->files);
    json_decref(into->json);
    file_bytes_free(&into->ter);
}

enum err_code beamng_into(struct beamng *beamng, struct err *err)
{
    struct into into = {.beamng = beamng};
    const enum err_code code = change(&into, err);
    job_finish(beamng->job);
    into_free(&into);
    return code;
}
