/* srf/: surface maps are read with every byte kept, within limits. */
#include "tests/unit/srf_made.h"

static struct made made;

static void every_field_is_read(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    whole_layer(&made, "Rock");
    close_chunk(&made);
    /* Rebuilding the published sizes by hand guards the hand that makes the files. */
    assert_int_equal(made.size, 16 + 8 + 396 + 8);
    struct srf_map *map = read_made(&made);
    assert_int_equal(map->container, SRF_FILE_SRF);
    assert_memory_equal(map->signature, "TERRAGENSURFMAP2", 16);
    assert_int_equal(map->layer_count, 1);
    assert_ptr_equal(map->layers[0], map->root);
    assert_int_equal(map->warnings.count, 0);
    const struct srf_layer *root = map->root;
    assert_string_equal(root->name, "Rock");
    assert_int_equal(root->given, (1 << 19) - 1);
    assert_int_equal(root->difc[0], 16);
    assert_int_equal(root->difc[1], 256);
    assert_int_equal(root->difc[2], -2);
    assert_true(root->bmam == 1.25f);
    assert_true(root->mter == 0.75f);
    assert_true(root->vari == 1.5f);
    assert_true(root->covr == 0.625f);
    assert_floats(root->alte, 0, 1);
    assert_floats(root->altl, -30, 20.5f);
    assert_floats(root->altf, 2, 4);
    assert_floats(root->slpe, 1, 0);
    assert_floats(root->slpl, 0.25f, 2);
    assert_floats(root->slpf, 0.125f, 0.5f);
    assert_true(root->smsz == 0.0625f);
    assert_floats(root->orig, 200, 201);
    assert_floats(root->orig + 2, 202, 203);
    assert_int_equal(root->nega, 1);
    assert_true(root->isol == 0);
    assert_true(root->sett_vari == 0.5f);
    assert_int_equal(root->difp_size + root->dnsp_size, 0);
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

static void missing_chunks_are_factory_values(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    open_chunk(&made, "SRFL");
    close_chunk(&made);
    open_chunk(&made, "SRFL");
    chunk(&made, "TERM", "", 0);
    open_chunk(&made, "DENS");
    chunk(&made, "VART", "", 0);
    close_chunk(&made);
    close_chunk(&made);
    close_chunk(&made);
    struct srf_map *map = read_made(&made);
    assert_int_equal(map->layer_count, 3);
    assert_int_equal(map->warnings.count, 0);
    for (uint32_t i = 0; i < 3; i++) {
        const struct srf_layer *layer = map->layers[i];
        assert_int_equal(layer->given, 0);
        assert_string_equal(layer->name, "");
        assert_int_equal(layer->difc[0], 64);
        assert_int_equal(layer->difc[1], 56);
        assert_int_equal(layer->difc[2], 48);
        assert_true(layer->bmam == 1);
        assert_true(layer->mter == (i == 0 ? 0.8f : 0.3f));
        assert_true(layer->vari == 1);
        assert_true(layer->covr == 0.5f);
        assert_floats(layer->alte, 0, 0);
        assert_floats(layer->altl, 0, 0);
        assert_floats(layer->altf, 5.76f, 5.76f);
        assert_floats(layer->slpe, 0, 1);
        assert_floats(layer->slpl, 1, 1.962606f);
        assert_floats(layer->slpf, 0.36f, 0.36f);
        assert_true(layer->smsz == (i == 0 ? 1 : 0.1f));
        assert_floats(layer->orig, 0, 0);
        assert_int_equal(layer->nega, 0);
        assert_true(layer->isol == 0);
        assert_true(layer->sett_vari == 0.5f);
    }
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

static void layers_are_numbered_as_painted(void **state)
{
    (void)state;
    /* a { b { c }, d }, e: children before their parent's NAME, as Terragen writes. */
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    open_chunk(&made, "SRFL");
    open_chunk(&made, "SRFL");
    name(&made, "c");
    close_chunk(&made);
    name(&made, "b");
    close_chunk(&made);
    open_chunk(&made, "SRFL");
    name(&made, "d");
    close_chunk(&made);
    name(&made, "a");
    open_chunk(&made, "SRFL"); /* after its parent's NAME */
    close_chunk(&made);
    close_chunk(&made);
    struct srf_map *map = read_made(&made);
    assert_int_equal(map->layer_count, 5);
    const char *const paths[] = {"a", "a/b", "a/b/c", "a/d", "a/layer 4"};
    const uint32_t depths[] = {0, 1, 2, 1, 1};
    for (uint32_t i = 0; i < 5; i++) {
        char path[32];
        assert_int_equal(map->layers[i]->index, i);
        assert_int_equal(map->layers[i]->depth, depths[i]);
        assert_string_equal(srf_layer_path(path, sizeof path, map->layers[i]), paths[i]);
    }
    assert_ptr_equal(map->layers[0]->first_child, map->layers[1]);
    assert_ptr_equal(map->layers[1]->next, map->layers[3]);
    assert_ptr_equal(map->layers[3]->next, map->layers[4]);
    assert_null(map->layers[4]->next);
    assert_ptr_equal(map->layers[2]->parent, map->layers[1]);
    assert_null(map->root->parent);
    srf_free(map);
}

static void markers_mean_what_their_parent_says(void **state)
{
    (void)state;
    /* SETT before NAME, DENS before TERM, lower case; the bump texture feeds nothing. */
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "srfl");
    open_chunk(&made, "Dens");
    open_chunk(&made, "vart");
    open_chunk(&made, "sEtT");
    one(&made, "vari", 0.25f);
    number(&made, "nega", 3);
    close_chunk(&made);
    name(&made, "Fractal");
    close_chunk(&made);
    one(&made, "VARI", 2);
    close_chunk(&made);
    open_chunk(&made, "TERM");
    texture(&made, "BMTX", 7, 9, 4);
    close_chunk(&made);
    chunk(&made, "name", "low", 4);
    close_chunk(&made);
    struct srf_map *map = read_made(&made);
    assert_int_equal(map->warnings.count, 0);
    const struct srf_layer *root = map->root;
    assert_string_equal(root->name, "low");
    assert_true(root->vari == 2);
    assert_true(root->sett_vari == 0.25f);
    assert_int_equal(root->nega, 3);
    assert_floats(root->orig, 0, 0);
    assert_int_equal(root->given, SRF_NAME | SRF_VARI | SRF_SETT_VARI | SRF_NEGA);
    assert_string_equal(root->chunk->marker, "srfl");
    assert_string_equal(root->chunk->first_child->marker, "Dens");
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

static void the_last_of_two_counts(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    name(&made, "first");
    const size_t second_name = made.size;
    name(&made, "last");
    open_chunk(&made, "DENS");
    one(&made, "COVR", 0.25f);
    const size_t second_covr = made.size;
    one(&made, "COVR", 0.5f);
    one(&made, "covr", 0.75f);
    close_chunk(&made);
    const size_t second_dens = made.size;
    open_chunk(&made, "DENS");
    one(&made, "VARI", 3);
    close_chunk(&made);
    close_chunk(&made);
    struct srf_map *map = read_made(&made);
    assert_string_equal(map->root->name, "last");
    assert_true(map->root->covr == 0.75f);
    assert_true(map->root->vari == 3);
    assert_int_equal(map->warnings.count, 3);
    assert_warning(map, 0, second_name,
                   "NAME appears more than once in layer \"last\": the last one counts");
    assert_warning(map, 1, second_covr,
                   "COVR appears more than once in layer \"last\": the last one counts");
    assert_warning(map, 2, second_dens,
                   "DENS appears more than once in layer \"last\": the last one counts");
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

static void sizes_must_be_exact(void **state)
{
    (void)state;
    static const struct {
        const char *marker, *outer, *texture;
        unsigned size;
    } rules[] = {
        {"DIFC", "TERM", NULL, 6},    {"BMAM", "TERM", NULL, 4},    {"MTER", "TERM", NULL, 4},
        {"VARI", "DENS", NULL, 4},    {"COVR", "DENS", NULL, 4},    {"ALTE", "DENS", NULL, 8},
        {"ALTL", "DENS", NULL, 8},    {"ALTF", "DENS", NULL, 8},    {"SLPE", "DENS", NULL, 8},
        {"SLPL", "DENS", NULL, 8},    {"SLPF", "DENS", NULL, 8},    {"SMSZ", "DENS", NULL, 4},
        {"ORIG", "DENS", "VART", 16}, {"NEGA", "DENS", "VART", 4},  {"ISOL", "DENS", "VART", 4},
        {"VARI", "DENS", "VART", 4},  {"ORIG", "TERM", "BMTX", 16}, {"NEGA", "TERM", "BMTX", 4},
        {"ISOL", "TERM", "BMTX", 4},  {"VARI", "TERM", "BMTX", 4}};
    static const uint8_t zeros[64];
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        for (unsigned size = 0; size <= 2 * rules[i].size; size++) {
            start(&made, "TERRAGENSURFMAP2");
            open_chunk(&made, "SRFL");
            open_chunk(&made, rules[i].outer);
            if (rules[i].texture != NULL) {
                open_chunk(&made, rules[i].texture);
                open_chunk(&made, "SETT");
            }
            const size_t offset = made.size;
            chunk(&made, rules[i].marker, zeros, size);
            while (made.depth > 1) close_chunk(&made);
            name(&made, "snow");
            close_chunk(&made);
            if (size == rules[i].size) {
                srf_free(read_made(&made));
                continue;
            }
            char message[128];
            snprintf(message, sizeof message, "%s%s%s in layer \"snow\": size %u, need %u",
                     rules[i].texture != NULL ? rules[i].texture : "",
                     rules[i].texture != NULL ? "/SETT/" : "", rules[i].marker, size,
                     rules[i].size);
            assert_refused(&made, NULL, SCREE_MALFORMED, offset + 4, message);
        }
    }
}

static void claims_beyond_the_parent_are_refused(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    open_chunk(&made, "DENS");
    const size_t at = made.size;
    one(&made, "COVR", 1);
    close_chunk(&made);
    close_chunk(&made);
    for (uint64_t claim = 5; claim <= UINT32_MAX; claim = claim * 3 + 1) {
        bytes_put_u32le(made.bytes + at + 4, (uint32_t)claim);
        char message[128];
        snprintf(message, sizeof message, "COVR claims %llu bytes, 4 are left in DENS",
                 (unsigned long long)claim);
        assert_refused(&made, NULL, SCREE_MALFORMED, at + 4, message);
    }
    bytes_put_u32le(made.bytes + at + 4, 4);
    bytes_put_u32le(made.bytes + 20, UINT32_MAX);
    assert_refused(&made, NULL, SCREE_MALFORMED, 20,
                   "SRFL claims 4294967295 bytes, 20 are left in the file");
}

static void markers_are_printable_ascii(void **state)
{
    (void)state;
    for (unsigned code = 0; code < 256; code++) {
        start(&made, "TERRAGENSURFMAP2");
        open_chunk(&made, "SRFL");
        const size_t at = made.size;
        chunk(&made, "ABCD", "", 0);
        close_chunk(&made);
        made.bytes[at + 2] = (uint8_t)code;
        if (code >= 0x20 && code <= 0x7e) {
            srf_free(read_made(&made));
            continue;
        }
        char message[96];
        snprintf(message, sizeof message,
                 "bytes 41 42 %02X 44 in SRFL, expected the marker of a chunk", code);
        assert_refused(&made, NULL, SCREE_MALFORMED, at, message);
    }
}

static void padding_is_kept_whatever_it_holds(void **state)
{
    (void)state;
    /* The name's padding is not zero; DENS does not count the padding of its last chunk. */
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    name(&made, "snow");
    memcpy(made.bytes + made.size - 3, "xyz", 3);
    open_chunk(&made, "DENS");
    add(&made, "ABCD\x05\0\0\0abcde", 13);
    close_chunk(&made);
    open_chunk(&made, "DENS");
    add(&made, "ABCD\x05\0\0\0abcde\0", 14);
    close_chunk(&made);
    add(&made, "DIFX\x01\0\0\0z", 9); /* nor does the root */
    bytes_put_u32le(made.bytes + 20, (uint32_t)(made.size - 24));
    struct srf_map *map = read_made(&made);
    const struct srf_chunk *named = map->root->chunk->first_child;
    assert_int_equal(named->padding_size, 3);
    assert_memory_equal(named->padding, "xyz", 3);
    assert_int_equal(named->next->padding_size, 3);
    assert_int_equal(named->next->first_child->padding_size, 0);
    assert_int_equal(named->next->next->padding_size, 2);
    assert_int_equal(named->next->next->first_child->padding_size, 1);
    assert_int_equal(map->root->chunk->padding_size, 0);
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

static void names_become_utf8(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    open_chunk(&made, "SRFL");
    chunk(&made, "NAME", "H\xf6heres \x80\x00junk", 14);
    close_chunk(&made);
    open_chunk(&made, "SRFL");
    const size_t bare = made.size;
    chunk(&made, "NAME", "bare", 4);
    close_chunk(&made);
    open_chunk(&made, "SRFL");
    const size_t empty = made.size;
    chunk(&made, "NAME", "", 0);
    close_chunk(&made);
    name(&made, "a/b");
    close_chunk(&made);
    struct srf_map *map = read_made(&made);
    assert_string_equal(map->layers[1]->name, "H\xc3\xb6heres \xe2\x82\xac");
    assert_string_equal(map->layers[2]->name, "bare");
    assert_string_equal(map->layers[3]->name, "");
    assert_int_equal(map->layers[3]->given, SRF_NAME);
    assert_int_equal(map->warnings.count, 2);
    assert_warning(map, 0, bare, "NAME in layer \"a/b/bare\" has no NUL at its end");
    assert_warning(map, 1, empty, "NAME in layer \"a/b/layer 3\" has no NUL at its end");

    /* A path that is too long is cut between characters. */
    const char *const cuts[] = {"", "a", "a/", "a/b", "a/b/", "a/b/H", "a/b/H", "a/b/H\xc3\xb6"};
    for (size_t size = 1; size <= 8; size++) {
        char path[16];
        memset(path, 'x', sizeof path);
        srf_layer_path(path, size, map->layers[1]);
        assert_string_equal(path, cuts[size - 1]);
        assert_int_equal(path[size], 'x');
    }
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

static void messages_stay_one_short_line(void **state)
{
    (void)state;
    char long_name[200];
    memset(long_name, '\xf6', sizeof long_name);
    long_name[199] = '\0';
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    open_chunk(&made, "SRFL");
    name(&made, "line\nbreak");
    open_chunk(&made, "DENS");
    const size_t at = made.size;
    chunk(&made, "ALTL", "abcdef", 6);
    close_chunk(&made);
    close_chunk(&made);
    name(&made, long_name);
    close_chunk(&made);
    /* 95 characters: "...", 40 times two bytes, one left over, "/line?break" */
    char message[256] = "ALTL in layer \"...";
    for (int i = 0; i < 40; i++) strcat(message, "\xc3\xb6");
    strcat(message, "/line?break\": size 6, need 8");
    assert_refused(&made, NULL, SCREE_MALFORMED, at + 4, message);
}

static void unknown_chunks_are_kept_and_named_once(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    const size_t first = made.size;
    chunk(&made, "XTOP", "abc", 3);
    open_chunk(&made, "SRFL");
    name(&made, "a");
    open_chunk(&made, "TERM");
    const size_t misplaced = made.size;
    one(&made, "COVR", 1);
    const size_t nested = made.size;
    open_chunk(&made, "SRFL");
    close_chunk(&made);
    close_chunk(&made);
    const size_t lower = made.size;
    one(&made, "covr", 1);
    const size_t elsewhere = made.size;
    chunk(&made, "Xtop", "", 0);
    const size_t other = made.size;
    chunk(&made, "~ ~!", "12345", 5);
    close_chunk(&made);
    struct srf_map *map = read_made(&made);
    assert_int_equal(map->layer_count, 1);
    assert_true(map->root->covr == 0.5f);
    assert_int_equal(map->warnings.count, 4);
    assert_warning(map, 0, misplaced,
                   "unknown chunk \"COVR\" in TERM of layer \"a\": kept, has no effect");
    assert_warning(map, 1, nested,
                   "unknown chunk \"SRFL\" in TERM of layer \"a\": kept, has no effect");
    assert_warning(map, 2, elsewhere,
                   "unknown chunk \"Xtop\" in SRFL of layer \"a\": kept, has no effect");
    assert_warning(map, 3, other,
                   "unknown chunk \"~ ~!\" in SRFL of layer \"a\": kept, has no effect");
    assert_int_equal(first, map->first_chunk->offset);
    assert_memory_equal(map->first_chunk->data, "abc", 3);
    /* Each time, those at the top first; no more are written than there is room for. */
    const size_t places[] = {first, misplaced, nested, lower, elsewhere, other};
    struct srf_unknown found[6] = {{0}};
    assert_int_equal(srf_unknown_chunks(found, 2, map), 6);
    assert_null(found[2].chunk);
    assert_int_equal(srf_unknown_chunks(found, 6, map), 6);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(found[i].chunk->offset, places[i]);
        assert_ptr_equal(found[i].layer, i == 0 ? NULL : map->root);
    }
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);

    /* Hundreds of kinds stay within the list. */
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    for (int i = 0; i < 300; i++) {
        char marker[8];
        snprintf(marker, sizeof marker, "x%03d", i);
        chunk(&made, marker, "", 0);
    }
    close_chunk(&made);
    map = read_made(&made);
    assert_int_equal(map->warnings.count, WARN_MAX);
    assert_int_equal(map->warnings.dropped, 300 - WARN_MAX);
    srf_free(map);
}

static void a_world_holds_one_map(void **state)
{
    (void)state;
    start(&made, "TERRAGENWORLD2  ");
    chunk(&made, "WLDG", "not\0chunks", 10);
    chunk(&made, "ANIM", "SRFL\xff\xff\xff\xff", 8);
    open_chunk(&made, "SRFL");
    whole_layer(&made, "World");
    close_chunk(&made);
    const size_t second = made.size;
    chunk(&made, "SRFL", "anything", 8);
    chunk(&made, "ATLI", "", 0);
    const size_t unknown = made.size;
    chunk(&made, "NEWS", "", 0);
    const size_t tail = made.size;
    add(&made, "EOF", 3);
    struct srf_map *map = read_made(&made);
    assert_int_equal(map->container, SRF_FILE_TGW);
    assert_int_equal(map->layer_count, 1);
    assert_string_equal(map->root->name, "World");
    assert_false(map->first_chunk->container);
    assert_memory_equal(map->first_chunk->data, "not\0chunks", 10);
    assert_int_equal(map->tail_size, 3);
    assert_memory_equal(map->tail, "EOF", 3);
    assert_int_equal(srf_unknown_chunks(NULL, 0, map), 0);
    assert_int_equal(map->warnings.count, 5);
    assert_warning(map, 0, second,
                   "SRFL appears more than once at the top level: the first is the surface map");
    assert_warning(map, 1, unknown, "unknown chunk \"NEWS\" in the file: kept, has no effect");
    assert_warning(map, 2, tail, "3 bytes after the last chunk: kept, has no effect");
    assert_warning(
        map, 3, 16,
        "WLDG is not read: its chunks are not whole, or it is a second one; kept, has no effect");
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);

    start(&made, "TERRAGENWORLD2  ");
    chunk(&made, "WLDG", "", 0);
    assert_refused(&made, NULL, SCREE_MALFORMED, SCREE_NO_OFFSET,
                   "no SRFL chunk: the file holds no surface map");
}

static void what_follows_the_map_is_kept(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
    } tails[] = {
        {"x", 1}, {"EOF ", 4}, {"\0\0\0\0\0\0\0\0\0\0\0\0", 12}, {"ATLI\xff\0\0\0abc", 11}};
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        start(&made, "TERRAGENSURFMAP2");
        open_chunk(&made, "SRFL");
        name(&made, "a");
        close_chunk(&made);
        const size_t at = made.size;
        add(&made, tails[i].bytes, tails[i].size);
        struct srf_map *map = read_made(&made);
        assert_int_equal(map->tail_size, tails[i].size);
        char text[64];
        snprintf(text, sizeof text, "%u byte%s after the last chunk: kept, has no effect",
                 (unsigned)tails[i].size, tails[i].size == 1 ? "" : "s");
        assert_int_equal(map->warnings.count, 1);
        assert_warning(map, 0, at, text);
        assert_written_back(map, made.bytes, made.size);
        srf_free(map);
    }
}

static void limits_hold_to_the_last(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    for (int i = 0; i < 9; i++) chunk(&made, "SRFL", "", 0);
    const size_t last = made.size - 8;
    close_chunk(&made);
    struct scree_error err;
    struct srf_map *map;
    const struct srf_limits enough = {made.size, 10, 1, 10};
    err_clear(&err);
    assert_ok(srf_read_memory(&map, made.bytes, made.size, &enough, &err), &err);
    srf_free(map);
    struct srf_limits limits = enough;
    limits.max_layers = 9;
    assert_refused(&made, &limits, SCREE_LIMIT, last, "more than 9 layers");
    limits = enough;
    limits.max_chunks = 9;
    assert_refused(&made, &limits, SCREE_LIMIT, last, "more than 9 chunks");
    limits = enough;
    limits.max_depth = 0;
    assert_refused(&made, &limits, SCREE_LIMIT, 24, "chunks nested deeper than 0");
    limits = enough;
    limits.max_file_bytes--;
    assert_refused(&made, &limits, SCREE_LIMIT, SCREE_NO_OFFSET, "has 96 bytes, the limit is 95");
}

static void names_are_bounded(void **state)
{
    (void)state;
    static char text[SRF_MAX_NAME + 1];
    memset(text, 'x', SRF_MAX_NAME);
    for (size_t size = SRF_MAX_NAME; size <= SRF_MAX_NAME + 1; size++) {
        start(&made, "TERRAGENSURFMAP2");
        open_chunk(&made, "SRFL");
        text[size - 1] = '\0';
        chunk(&made, "NAME", text, size);
        text[size - 1] = 'x';
        close_chunk(&made);
        if (size == SRF_MAX_NAME) {
            struct srf_map *map = read_made(&made);
            assert_int_equal(strlen(map->root->name), SRF_MAX_NAME - 1);
            srf_free(map);
        } else {
            assert_refused(&made, NULL, SCREE_LIMIT, 28,
                           "NAME of layer 0: size 65537, at most 65536");
        }
    }
}

static void depth_is_bounded_whatever_is_asked(void **state)
{
    (void)state;
    /* 300 layers, each within the one before: the root is at depth 0. */
    start(&made, "TERRAGENSURFMAP2");
    for (uint32_t i = 0; i < 300; i++) {
        uint8_t size[4];
        bytes_put_u32le(size, (299 - i) * 8);
        add(&made, "SRFL", 4);
        add(&made, size, 4);
    }
    assert_refused(&made, NULL, SCREE_LIMIT, 16 + 65 * 8, "chunks nested deeper than 64");
    struct srf_limits limits = SRF_LIMITS_DEFAULT;
    limits.max_depth = UINT32_MAX;
    assert_refused(&made, &limits, SCREE_LIMIT, 16 + 257 * 8, "chunks nested deeper than 256");

    start(&made, "TERRAGENSURFMAP2");
    for (uint32_t i = 0; i < 257; i++) {
        uint8_t size[4];
        bytes_put_u32le(size, (256 - i) * 8);
        add(&made, "SRFL", 4);
        add(&made, size, 4);
    }
    struct scree_error err;
    struct srf_map *map;
    err_clear(&err);
    assert_ok(srf_read_memory(&map, made.bytes, made.size, &limits, &err), &err);
    assert_int_equal(map->layers[256]->depth, 256);
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

static void other_formats_are_named(void **state)
{
    (void)state;
#define EXPECTED ", expected a surface map (.srf) or a world (.tgw)"
    static const struct {
        const char *bytes;
        size_t size;
        enum scree_code code;
        uint64_t offset;
        const char *message;
    } cases[] = {
#define BYTES(text) text, sizeof(text) - 1
        {BYTES(""), SCREE_MALFORMED, 0, "the file is empty"},
        {BYTES("TERRAGENTERRAIN SIZE\1\0\0\0"), SCREE_UNSUPPORTED, SCREE_NO_OFFSET,
         "is a Terragen terrain (.ter)" EXPECTED},
        {BYTES("TERRAGENSURFMAP1SRFL\0\0\0\0"), SCREE_UNSUPPORTED, SCREE_NO_OFFSET,
         "is a Terragen file of the kind \"SURFMAP1\"" EXPECTED},
        {BYTES("TERRAGENWORLD2\0 SRFL\0\0\0\0"), SCREE_UNSUPPORTED, SCREE_NO_OFFSET,
         "is a Terragen file of the kind \"WORLD2? \"" EXPECTED},
        {BYTES("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"), SCREE_UNSUPPORTED,
         SCREE_NO_OFFSET, "is a Git LFS pointer, fetch the file it stands for" EXPECTED},
        {BYTES("\x1f\x8b\x08\0\0\0\0\0\0\3"), SCREE_UNSUPPORTED, SCREE_NO_OFFSET,
         "is compressed with gzip" EXPECTED},
        {BYTES("PK\3\4\x14\0\0\0"), SCREE_UNSUPPORTED, SCREE_NO_OFFSET,
         "is a ZIP archive" EXPECTED},
        {BYTES("\x89PNG\r\n\x1a\n"), SCREE_UNSUPPORTED, SCREE_NO_OFFSET,
         "is a PNG picture" EXPECTED},
        {BYTES(" \n{\"layers\": []}"), SCREE_UNSUPPORTED, SCREE_NO_OFFSET, "is JSON text" EXPECTED},
        {BYTES("<!DOCTYPE html>\n"), SCREE_UNSUPPORTED, SCREE_NO_OFFSET,
         "is XML or HTML text" EXPECTED},
        {BYTES("Surface Map\n"), SCREE_UNSUPPORTED, SCREE_NO_OFFSET, "is text" EXPECTED},
        {BYTES("\xff\xfeT\0"), SCREE_UNSUPPORTED, SCREE_NO_OFFSET, "is UTF-16 text" EXPECTED},
        {BYTES("\xef\xbb\xbfhello"), SCREE_UNSUPPORTED, SCREE_NO_OFFSET,
         "is text with a byte order mark" EXPECTED},
        {BYTES("\xef\xbb\xbfTERRAGENSURFMAP2"), SCREE_MALFORMED, 0,
         "a byte order mark stands before the signature: "
         "the file was changed by a program for text"},
        {BYTES("TERRAGENSURFMAP"), SCREE_MALFORMED, 15, "ends within the signature of 16 bytes"},
        {BYTES("\1\2\3\4\5\6\7\x08\1\2\3\4\5\6\7\x08"), SCREE_MALFORMED, 0,
         "begins with bytes 01 02 03 04, expected TERRAGENSURFMAP2 or TERRAGENWORLD2"},
        {BYTES("TERRAGENSURFMAP2"), SCREE_MALFORMED, SCREE_NO_OFFSET,
         "no SRFL chunk: the file holds no surface map"},
        {BYTES("TERRAGENSURFMAP2SRF"), SCREE_MALFORMED, 16,
         "3 bytes left in the file, a chunk needs at least 8"},
#undef BYTES
#undef EXPECTED
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        made.size = 0;
        add(&made, cases[i].bytes, cases[i].size);
        assert_refused(&made, NULL, cases[i].code, cases[i].offset, cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_read),
        cmocka_unit_test(missing_chunks_are_factory_values),
        cmocka_unit_test(layers_are_numbered_as_painted),
        cmocka_unit_test(markers_mean_what_their_parent_says),
        cmocka_unit_test(the_last_of_two_counts),
        cmocka_unit_test(sizes_must_be_exact),
        cmocka_unit_test(claims_beyond_the_parent_are_refused),
        cmocka_unit_test(markers_are_printable_ascii),
        cmocka_unit_test(padding_is_kept_whatever_it_holds),
        cmocka_unit_test(names_become_utf8),
        cmocka_unit_test(messages_stay_one_short_line),
        cmocka_unit_test(unknown_chunks_are_kept_and_named_once),
        cmocka_unit_test(a_world_holds_one_map),
        cmocka_unit_test(what_follows_the_map_is_kept),
        cmocka_unit_test(limits_hold_to_the_last),
        cmocka_unit_test(names_are_bounded),
        cmocka_unit_test(depth_is_bounded_whatever_is_asked),
        cmocka_unit_test(other_formats_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
