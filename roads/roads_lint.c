/* Doubts about roads: docs/lint.md, Roads. */
#include "roads/grade.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "roads/grade_net.h"
#include "roads/roads_waters.h"

#define MOST 10 /* places that are named for each fault */
#define ROAD_WORDS 160

static enum scree_code add(struct roads_findings *out, const char *id, const char *advice,
                           const char *format, ...) PRINTF_LIKE(4, 5);

static enum scree_code add(struct roads_findings *out, const char *id, const char *advice,
                           const char *format, ...)
{
    char text[480];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct scree_finding *list = mem_room(out->list, out->count, &out->room, sizeof *list);
    if (list == NULL) return SCREE_NO_MEMORY;
    out->list = list;
    list[out->count++] =
        (struct scree_finding){.size = sizeof *list,
                               .id = id,
                               .layer = SCREE_NO_LAYER,
                               .text = mem_arena_text(&out->arena, text, strlen(text)),
                               .advice = advice};
    return list[out->count - 1].text != NULL ? SCREE_OK : SCREE_NO_MEMORY;
}

/* "the road \"coast\" (primary)" */
static char *road_words(char out[ROAD_WORDS], const char *name, enum roads_class kind)
{
    if (name[0] != '\0')
        snprintf(out, ROAD_WORDS, "the road \"%.80s\" (%s)", name, roads_class_name(kind));
    else
        snprintf(out, ROAD_WORDS, "a road without a name (%s)", roads_class_name(kind));
    return out;
}

/* ---- lines that leave the terrain ---- */

/*
 * Finding road-outside (The map or the terrain as a whole): A road in metres has points outside
 * the terrain: exports refuse it. Give metres from the south-west corner, or end the road at the
 * edge. For degrees see road-leaves.
 */
#define OUTSIDE "road-outside"
#define OUTSIDE_ADVICE                                                                             \
    "end it at the edge, or give its points in metres from the terrain's south-west corner"

/* Nobody else takes such a file. */
static enum scree_code judge_metres(struct roads_findings *out, const struct roads *roads)
{
    const struct roads_edge *edge = &roads->edge;
    char at[64], words[ROAD_WORDS];
    for (size_t i = 0; i < edge->count && i < ROADS_CUTS; i++)
        RETURN_IF_ERR(add(
            out, OUTSIDE, OUTSIDE_ADVICE, "%s leaves the terrain at %s: exports refuse its file",
            road_words(words, edge->list[i].name, edge->list[i].kind),
            roads_spot(at, sizeof at, roads->depth_m, edge->list[i].x_m, edge->list[i].z_m)));
    if (edge->count > ROADS_CUTS)
        RETURN_IF_ERR(add(out, OUTSIDE, OUTSIDE_ADVICE,
                          "roads leave the terrain at %zu more places", edge->count - ROADS_CUTS));
    if (edge->outside == 0) return SCREE_OK;
    return add(out, OUTSIDE, "leave them out, or correct their points",
               "roads outside the terrain altogether: %zu; exports refuse their file",
               edge->outside);
}

/*
 * Finding road-leaves (The map or the terrain as a whole): Roads in degrees continue beyond the
 * terrain and end at its edge. Take a larger terrain if they should not.
 */
static enum scree_code judge_edge(struct roads_findings *out, const struct roads *roads)
{
    const struct roads_edge *edge = &roads->edge;
    char at[64];
    if (edge->in_metres) return judge_metres(out, roads);
    if (edge->count == 0) return SCREE_OK;
    return add(out, "road-leaves", "nothing, or take a terrain that reaches further",
               "roads leave the terrain at %zu places, the first at %s, and end there", edge->count,
               roads_spot(at, sizeof at, roads->depth_m, edge->list[0].x_m, edge->list[0].z_m));
}

/* ---- crossings without a point ---- */

/* Roads that cross: their numbers, and the node. */
struct crossing {
    uint32_t node, one, other;
};

static int by_node(const void *a, const void *b)
{
    const struct crossing *p = a, *q = b;
    if (p->node != q->node) return p->node < q->node ? -1 : 1;
    if (p->one != q->one) return p->one < q->one ? -1 : 1;
    return p->other < q->other ? -1 : p->other > q->other;
}

/* Each once, in the order of their places. Returns how many there are. */
static size_t find_crossings(struct crossing *out, const struct grade_cuts *cuts)
{
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < cuts->count; i++) {
        const struct grade_cut *cut = &cuts->list[i];
        if (cut->bare == GRADE_NONE || cut->bare < cut->road) continue;
        out[count++] = (struct crossing){cut->node, cut->road, cut->bare};
    }
    if (count > 0) qsort(out, count, sizeof *out, by_node);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || by_node(&out[kept - 1], &out[i]) != 0) out[kept++] = out[i];
    return kept;
}

/*
 * Finding road-crossing (The map or the terrain as a whole): Two roads, or two parts of one,
 * cross without a common point or different levels, so [they meet there](roads.md#the-rules).
 * Give both a point there, or one another `layer`, a `bridge` or a `tunnel`.
 */
static enum scree_code tell_crossing(struct roads_findings *out, const struct roads *roads,
                                     const struct grade_node *node, const struct crossing *found)
{
    static const char advice[] =
        "give both a point there, or tell them apart by \"layer\", \"bridge\" or \"tunnel\"";
    const struct roads_road *one = &roads->list[found->one], *other = &roads->list[found->other];
    char at[64], words[2][ROAD_WORDS];
    roads_spot(at, sizeof at, roads->depth_m, (double)node->x / ROADS_UNITS,
               (double)node->z / ROADS_UNITS);
    road_words(words[0], one->name, one->kind);
    if (found->one == found->other)
        return add(out, "road-crossing", advice,
                   "%s crosses itself at %s without a common point: it meets itself there",
                   words[0], at);
    return add(out, "road-crossing", advice,
               "%s and %s cross at %s without a common point: they meet there", words[0],
               road_words(words[1], other->name, other->kind), at);
}

static enum scree_code tell_crossings(struct roads_findings *out, const struct roads *roads,
                                      const struct grade_cuts *cuts, struct crossing *crossings)
{
    const size_t count = find_crossings(crossings, cuts);
    for (size_t i = 0; i < count && i < MOST; i++)
        RETURN_IF_ERR(tell_crossing(out, roads, &cuts->nodes[crossings[i].node], &crossings[i]));
    if (count <= MOST) return SCREE_OK;
    return add(out, "road-crossing", "see to them, too",
               "roads cross without a common point at %zu more places", count - MOST);
}

static enum scree_code judge_crossings(struct roads_findings *out, const struct roads *roads,
                                       struct scree_error *err)
{
    struct grade_cuts cuts;
    struct crossing *crossings = NULL;
    enum scree_code code = roads_cuts_make(&cuts, roads, err);
    if (code == SCREE_OK) code = MEM_NEED(&crossings, cuts.count, sizeof *crossings, err);
    if (code == SCREE_OK) code = tell_crossings(out, roads, &cuts, crossings);
    mem_free(crossings);
    roads_cuts_free(&cuts);
    return code;
}

/* ---- ground that does not do ---- */

/*
 * Finding road-coarse (The map or the terrain as a whole): Points of the terrain are further
 * apart than the narrowest road is wide. The message gives the number needed (`scree convert
 * --resample`).
 *
 * Finding road-steep (The map or the terrain as a whole): A stretch is steeper than the road's
 * class or its own `grade` allows, as a gentler profile would need deeper cuts or higher fills
 * than its `depth`. The ten worst are named, with the greatest grade after [grading](roads.md).
 * Let the road wind, allow it more, or give it another class.
 */
static enum scree_code judge_ground(struct roads_findings *out, const struct roads_graded *graded)
{
    static const char id[] = "road-steep";
    static const char advice[] =
        "let the road wind, allow it more \"grade\" or \"depth\", or give it "
        "another class";
    const struct roads_coarse *coarse = &graded->coarse;
    double named_m = 0;
    char at[64], words[ROAD_WORDS], size[ROADS_SIZE_TEXT];
    if (coarse->cell_m > 0)
        RETURN_IF_ERR(add(out, "road-coarse", "resample the terrain ({convert_resample})",
                          "points %g m apart cannot hold a road of %g m; %s points a side can",
                          coarse->cell_m, coarse->width_m, roads_coarse_size(size, coarse)));
    for (size_t i = 0; i < graded->bad_count; i++) {
        const struct roads_bad_place *bad = &graded->bad[i];
        named_m += bad->length_m;
        RETURN_IF_ERR(add(
            out, id, advice,
            "%s is steeper than it may be on %.0f m, up to %.1f %% at %s, as cuts and fills would "
            "be deeper than its class allows",
            road_words(words, bad->name, bad->kind), bad->length_m, 100 * bad->value,
            roads_spot(at, sizeof at, graded->depth_of_terrain_m, bad->x_m, bad->z_m)));
    }
    if (graded->bad_count < ROADS_BAD_PLACES || graded->steep_m - named_m < 0.5) return SCREE_OK;
    return add(out, id, "see to them, too", "%.0f m of other places are steeper than they may be",
               graded->steep_m - named_m);
}

static enum scree_code judge(struct roads_findings *out, const struct roads *roads,
                             const struct roads_graded *graded, struct scree_error *err)
{
    enum scree_code code = judge_edge(out, roads);
    if (code == SCREE_OK) code = judge_crossings(out, roads, err);
    if (code == SCREE_OK) code = judge_ground(out, graded);
    return code == SCREE_OK ? code : err_no_memory(err);
}

static enum scree_code grade_silently(struct ter_field **ground, struct roads_graded *graded,
                                      const struct ter_field *from, const struct roads *roads,
                                      struct scree_job *job, struct scree_error *err)
{
    const struct roads_grade_options options = {.flat_bends = false};
    struct scree_job silent = {.threads = 0};
    if (job != NULL) silent = *job;
    silent.message = NULL;
    const enum scree_code code = roads_grade(ground, graded, from, roads, &options, &silent, err);
    if (job != NULL) job->cancelled = silent.cancelled;
    return code;
}

enum scree_code roads_lint(struct roads_findings *out, struct ter_field **ground,
                           const struct inputs *inputs, const struct scree_source *source,
                           struct scree_job *job, struct scree_error *err)
{
    struct roads *roads;
    struct roads_graded graded = {.waters = NULL};
    memset(out, 0, sizeof *out);
    *ground = NULL;
    enum scree_code code = roads_open(&roads, true, inputs, source, job, err);
    if (roads != NULL && code == SCREE_OK)
        code = grade_silently(ground, &graded, inputs->field, roads, job, err);
    if (roads != NULL && code == SCREE_OK) code = judge(out, roads, &graded, err);
    roads_waters_free(graded.waters);
    roads_free(roads);
    return code;
}

void roads_findings_free(struct roads_findings *findings)
{
    mem_free(findings->list);
    mem_arena_free(&findings->arena);
    memset(findings, 0, sizeof *findings);
}
