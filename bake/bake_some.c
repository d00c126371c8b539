/* Some tiles of a bake made again: those of a part, or a share chosen by a seed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bake/bake_again.h"
#include "bake/bake_image.h"
#include "bake/bake_part.h"
#include "bake/bake_pieces.h"
#include "base/os.h"
#include "base/scramble.h"

struct choice {
    struct out_range range; /* of a part */
    bool by_chance;
    uint64_t state, left,
        wanted; /* tiles that were not looked at yet, and that are still to be chosen */
};

struct checking_tiles {
    struct bake_again whole;
    struct choice choice;
    uint64_t all;
};

enum scree_code bake_check_some(const struct scree_verify_options *some, struct scree_error *err)
{
    if (some->parts > OUT_MAX_PARTS || (some->parts > 0 && some->part < 1) ||
        some->part > some->parts)
        return err_set_option(err, "part",
                              "{part} %lu/%lu is none: parts are 1/N to N/N, N at most %u",
                              (unsigned long)some->part, (unsigned long)some->parts, OUT_MAX_PARTS);
    if (!(some->share >= 0.0 && some->share <= 1.0))
        return err_set_option(err, "share", "{share} is above 0 and at most 1");
    if (some->parts > 0 && some->share > 0.0)
        return err_set_option(err, "share",
                              "{part} and {share} both choose tiles; use one of them");
    return SCREE_OK;
}

/* ---- which tiles ---- */

static enum scree_code draw_seed(uint32_t *seed, struct scree_error *err)
{
    while (*seed == 0)
        if (os_random(seed, sizeof *seed) != 0)
            return err_set_option(err, "seed", "the system gives no random numbers; give {seed}");
    return SCREE_OK;
}

static enum scree_code choose(struct checking_tiles *c, const struct scree_verify_options *some,
                              struct scree_error *err)
{
    struct choice *const choice = &c->choice;
    c->all = bake_cut_pages(c->whole.plan);
    choice->range = (struct out_range){0, c->all};
    choice->left = choice->wanted = c->all;
    if (some->parts > 0) {
        choice->range = out_part_range(some->part, some->parts, c->all);
        choice->wanted = choice->range.last - choice->range.first;
        if (choice->wanted == 0)
            return err_set_option(err, "part",
                                  "part %lu of %lu has no tiles: nothing was compared; choose "
                                  "at most %llu parts",
                                  (unsigned long)some->part, (unsigned long)some->parts,
                                  (unsigned long long)c->all);
    } else {
        uint32_t seed = some->seed;
        RETURN_IF_ERR(draw_seed(&seed, err));
        choice->by_chance = true;
        choice->state = seed;
        choice->wanted = (uint64_t)ceil((double)c->all * some->share);
        if (choice->wanted > c->all) choice->wanted = c->all;
        c->whole.verdict->seed = seed;
    }
    c->whole.verdict->tiles = choice->wanted;
    c->whole.verdict->all_tiles = c->all;
    return SCREE_OK;
}

/* Whether the next tile is one, as often as are wanted of all. Source: Knuth, The Art of Computer
 * Programming, volume 2, 3.4.2, algorithm S. */
static bool is_chosen(struct choice *choice)
{
    if (!choice->by_chance) return true;
    const bool is = scramble_next(&choice->state) % choice->left < choice->wanted;
    choice->left--;
    choice->wanted -= is;
    return is;
}

/* ---- a piece ---- */

/* The file of the manifest that file i of a piece is; NULL: it has another name. */
static const struct baked_file *listed(const struct checking_tiles *c,
                                       const struct bake_piece *piece, const struct bake_plan *plan,
                                       size_t i)
{
    const uint64_t *const some = c->whole.baked->some_tiles;
    const uint64_t first = (uint64_t)piece->y * c->whole.plan->cut.columns + piece->x - some[0];
    const uint64_t each = some[1] > 0 ? some[1] - some[0] : c->all;
    const uint64_t at = i / piece->columns * each + first + i % piece->columns;
    if (at >= c->whole.baked->file_count) return NULL;
    const struct baked_file *const file = &c->whole.baked->files[at];
    return strcmp(file->name, plan->files[i].name) == 0 ? file : NULL;
}

/* A file that is right may be listed as another. */
static enum scree_code compare_files(struct checking_tiles *c, const struct bake_piece *piece,
                                     struct bake_again *again, struct scree_error *err)
{
    char wrongly[100];
    snprintf(wrongly, sizeof wrongly, "is right, and %s lists another SHA-256",
             again->baked->listed_in);
    RETURN_IF_ERR(bake_compare_again(again, err));
    for (size_t i = 0; i < again->plan->file_count; i++) {
        const struct baked_file *const in_manifest = listed(c, piece, again->plan, i);
        const bool right =
            in_manifest != NULL && strcmp(in_manifest->sha256, again->made.files[i].sha256) == 0;
        const char *const text =
            again->files[i] == BAKE_EQUAL && !right ? wrongly : again->texts[i];
        again->verdict->files++;
        if (text != NULL)
            RETURN_IF_ERR(
                bake_add_difference(again->verdict, again->plan->files[i].name, text, err));
    }
    return SCREE_OK;
}

static enum scree_code check_piece(struct checking_tiles *c, const struct bake_piece *piece,
                                   struct scree_error *err)
{
    const struct out_range *const range = &c->choice.range;
    const uint64_t first = (uint64_t)piece->y * c->whole.plan->cut.columns + piece->x;
    const double all = (double)(range->last - range->first);
    struct bake_piece_talk talk = {c->whole.job, (double)(first - range->first) / all,
                                   piece->columns / all};
    struct bake_plan plan;
    struct scree_job job;
    struct bake_again again = c->whole;
    bake_piece_job(&job, &talk);
    RETURN_IF_ERR(bake_piece_plan(&plan, c->whole.plan, piece, err));
    again.plan = &plan;
    again.job = &job;
    enum scree_code code = bake_make_again(&again, err);
    talk.from += talk.share; /* made once more or not, it is as far */
    talk.share = 0.0;
    if (code == SCREE_OK) code = compare_files(c, piece, &again, err);
    bake_free_again(&again);
    bake_piece_free(&plan);
    return code;
}

/* ---- all of them ---- */

/* Tiles beside each other are made together, as far as their files may be open. */
static enum scree_code check_tiles(struct checking_tiles *c, struct scree_error *err)
{
    const struct out_range *const range = &c->choice.range;
    const uint32_t columns = c->whole.plan->cut.columns, most = bake_piece_most(c->whole.plan);
    struct bake_piece piece = {0, 0, 0};
    for (uint64_t at = range->first; at < range->last; at++) {
        const uint32_t x = (uint32_t)(at % columns), y = (uint32_t)(at / columns);
        const bool is = is_chosen(&c->choice);
        const bool follows = is && piece.columns > 0 && piece.columns < most && piece.y == y;
        if (piece.columns > 0 && !follows) {
            const double done = (double)(at - range->first) / (double)(range->last - range->first);
            RETURN_IF_ERR(check_piece(c, &piece, err));
            RETURN_IF_ERR(job_step(c->whole.job, "verifying", done, err));
            piece.columns = 0;
        }
        if (is && piece.columns == 0) piece = (struct bake_piece){x, y, 0};
        piece.columns += is;
    }
    return piece.columns > 0 ? check_piece(c, &piece, err) : SCREE_OK;
}

enum scree_code bake_verify_some(const struct bake_again *whole,
                                 const struct scree_verify_options *some, struct scree_error *err)
{
    const struct bake_plan *const plan = whole->plan;
    struct checking_tiles c = {.whole = *whole};
    c.whole.images = true;
    if (bake_check_parts(plan, NULL) != SCREE_OK) {
        err_set(err, SCREE_UNSUPPORTED,
                "it has no tiles that stand alone: images that are not cut, a BeamNG terrain, maps "
                "and layers merged by cost are of the whole; verify it without {part} and {share}");
        return baked_blame_manifest(whole->baked, err);
    }
    RETURN_IF_ERR(choose(&c, some, err));
    RETURN_IF_ERR(bake_make_verdict_room(
        whole->verdict, bake_image_count(plan) * (size_t)whole->verdict->tiles + 1, err));
    RETURN_IF_ERR(job_step(whole->job, "verifying", 0, err));
    RETURN_IF_ERR(check_tiles(&c, err));
    return job_end(whole->job, err);
}
