/* What a part notes of a world that it opens, in the folder of the parts. */
#include <errno.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "bake/bake_part.h"

/* Whether a part begins: what another noted is enough for it. One that goes on may have made tiles
 * of what was there before. */
static bool begins(const struct scree_terrain_options *given)
{
    char name[40];
    struct os_info info;
    out_part_name(name, sizeof name, given->part, given->parts);
    const int reason = file_look_in(&info, given->parts_folder, name, OS_FOLLOW_LINKS);
    return reason != 0 && reason != ENOMEM;
}

/* Whether a folder that is there already is for parts: nothing is noted among files of others,
 * since bake_part_write() takes a folder with notes for its own. */
static bool is_for_parts(const char *folder)
{
    struct os_info info;
    return os_look(&info, OS_HERE, folder, OS_FOLLOW_LINKS) != 0 ||
           out_parts_begun(folder, inputs_is_note);
}

enum scree_code bake_notes_start(struct bake_notes *notes, struct worlds_notes *how,
                                 const struct scree_terrain_options *given, struct scree_error *err)
{
    /* A part that is none is refused by bake_part_write(). */
    if (given->parts_folder == NULL || given->part < 1 || given->part > given->parts ||
        !is_for_parts(given->parts_folder))
        return SCREE_OK;
    notes->path = path_join(given->parts_folder, OUT_PARTS_FOLDER);
    notes->folder = path_join(NULL, given->parts_folder);
    if (notes->path == NULL || notes->folder == NULL) return err_no_memory(err);
    *how = (struct worlds_notes){.folder = notes->path,
                                 .parent = notes->folder,
                                 .index = given->part,
                                 .count = given->parts,
                                 .take = begins(given),
                                 .given = &notes->names};
    return SCREE_OK;
}

/* Others that share them may still be at it. */
void bake_notes_drop(const struct bake_notes *notes)
{
    if (notes->made || notes->names.size > 0)
        inputs_remove_notes(notes->path, notes->folder, &notes->names);
}

void bake_notes_free(struct bake_notes *notes)
{
    grow_free(&notes->names);
    mem_free(notes->path);
    mem_free(notes->folder);
}
