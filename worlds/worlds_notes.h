/* What processes that survey the same world share. Private to worlds/. */
#ifndef WORLDS_WORLDS_NOTES_H
#define WORLDS_WORLDS_NOTES_H

#include "worlds/worlds_tiles.h"

/* worlds_notes_start() makes the key, of names, sizes and a source's headers of all tiles and the
 * options, and returns the bytes of all; it looks at each file and reads none. */
uint64_t worlds_notes_start(struct worlds_notes *notes, const struct worlds_list *list,
                            const struct scree_terrain_options *options);

/* Blocks of tiles, by their number: worlds_notes_take() fills what the survey fills, or returns false;
 * worlds_notes_give() notes it, if it can; worlds_notes_drop() removes the note. */
bool worlds_notes_take(struct worlds_tile *tiles, size_t count, const struct worlds_notes *notes,
                       size_t block);
void worlds_notes_give(const struct worlds_tile *tiles, size_t count,
                       const struct worlds_notes *notes, size_t block);
void worlds_notes_drop(const struct worlds_notes *notes, size_t block);

#endif
