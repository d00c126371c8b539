"""usage: doors.py SOURCE
Every function of include/scree is called by the Python package and by the npm package, or is named below
among those that the package leaves out, with the reason."""
import fnmatch
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])

# What a package leaves out: packages, reason, functions (* stands for the end of a name).
LEFT_OUT = [
    (["Python", "npm"], "pictures and levels use a world's scene; its numbers are in the map's text and in info",
     "scree_surface_scene"),
    (["npm"], "they need folders",
     "scree_bake_part scree_engine_part scree_gather scree_digest* scree_verify scree_verdict_* scree_test_* "
     "scree_ror_open scree_ror_into scree_beamng_open scree_beamng_into* scree_level_* scree_*_check"),
    (["npm"], "missing; the package's program has all but tiles of functions",
     "scree_bake_look scree_bake_estimate scree_convert_surface scree_terrain_quantiles scree_terrain_open_tiles"),
    (["Python", "npm"], "for the program's server and texts",
     "scree_serve_* scree_text_* scree_spot_name scree_isa_name scree_info_document scree_estimate_document "
     "scree_lint_document scree_diff_is_folder scree_diff_terrain_options scree_diff_check_limits"),
    (["Python", "npm"], "outputs are folders, zips, files and memory in Python, your functions on npm",
     "scree_sink_close_all scree_sink_digest scree_sink_files scree_sink_in_use scree_sink_keep_out scree_sink_protect "
     "scree_sink_sha256 scree_sink_write scree_*_save"),
    (["Python"], "outputs are folders, zips, files and memory in Python, your functions on npm",
     "scree_sink_callbacks"),
    (["npm"], "outputs are folders, zips, files and memory in Python, your functions on npm",
     "scree_sink_file scree_sink_folder scree_sink_zip scree_sink_memory scree_sink_count scree_sink_name "
     "scree_sink_size scree_sink_bytes"),
    (["Python", "npm"], "the document or report has the same",
     "scree_bake_describe scree_bake_file scree_ror_describe scree_ror_document scree_beamng_describe "
     "scree_beamng_document scree_beamng_material scree_beamng_into_plant scree_level_describe scree_level_change "
     "scree_engine_describe scree_engine_document scree_fit_describe scree_fit_unexplained scree_styled_describe "
     "scree_styled_layer scree_styled_tell scree_plants_document scree_diff_describe scree_diff_material "
     "scree_diff_change scree_diff_passed"),
    (["Python"], "the document or report has the same, or set(), get() and open() do it",
     "scree_test_claim* scree_test_failed scree_test_accept scree_test_rewrite scree_test_rewritten "
     "scree_verdict_describe scree_plants_tell scree_surface_form scree_surface_value scree_surface_change "
     "scree_surface_is_in scree_surface_new"),
    (["Python", "npm"], "for the program's page: grade the terrain first, which has its report",
     "scree_ror_terrain scree_beamng_terrain"),
    (["Python", "npm"], "a painting in a file: read it as an array, or use the program",
     "scree_fit_create"),
    (["Python", "npm"], "for editors of texts and programs that describe themselves",
     "scree_surface_read scree_surface_check scree_surface_arrange scree_build "
     "scree_licenses"),
    (["npm"], "replaced by numbers of layers, texts, documents and words",
     "scree_surface_find scree_surface_form_of_name scree_surface_set_numbers scree_spot_read scree_spot_find "
     "scree_plan_place scree_plan_material_name scree_probe scree_live_count scree_model_version scree_code_name "
     "scree_styled_surface scree_terrain_form_* scree_plants_form_of_name"),
]


def text_of(pattern, without=()):
    return "".join(path.read_text(encoding="utf-8") for path in sorted(source.glob(pattern)) if path.name not in without)


functions = set(re.findall(r"^SCREE_API [^;(]*?(scree_\w+)\(", text_of("include/scree/*.h"), re.MULTILINE))
python = text_of("python/scree/*.py", ("_library.py", "_abi.py"))  # which declares all of them
errors = (source / "python/scree/_library.py").read_text(encoding="utf-8")
called = {
    "Python": {f for f in functions if f'"{f}"' in python or re.search(rf"\blib\.{f}\(", python + errors)},
    "npm": {f for f in functions if f"'{f}'" in text_of("wasm/src/*.ts")
            or re.search(rf"\b{f}\(", text_of("wasm/glue.c"))},
}

left_out = {door: [name for doors, _, names in LEFT_OUT if door in doors for name in names.split()] for door in called}

wrong = []
for door, calls in called.items():
    for name in sorted(functions - calls):
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in left_out[door]):
            wrong.append(f"{name} is not in {door}: call it there, or name it in LEFT_OUT with the reason")
    for pattern in left_out[door]:
        if not any(fnmatch.fnmatchcase(name, pattern) for name in functions - calls):
            wrong.append(f"LEFT_OUT leaves {pattern} out of {door}, which has it, or it does not exist")
assert len(functions) > 200 and all(len(calls) > 80 for calls in called.values()), "the headers are read wrongly"
print("\n".join(wrong))
sys.exit(bool(wrong))
