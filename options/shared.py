"""What many structs of options and many commands have in common."""
from table import embedded, flag, own, real, struct

how = struct("how", "how", [
    real("relief", "relief R", "relief below the grid in the slope rule: 1 is crisp, up to 8", "1, or from 1.01",
         default="SCREE_RELIEF_DEFAULT"),
    flag("root_density", "root-density", "honour the root layer's own limits and coverage"),
], "How coverage is evaluated: what changes a result. What does not is in the job.")

evaluated = embedded("how", how, "how coverage is evaluated")


def output(value, text="the output; - is standard output"):
    return own("output", f"out {value}", text, letter="o", read="args_text")


def force(what):
    return own("force", "force", f"replace {what}", read="args_flag")


def as_json(format):
    return own("json", "json", f'a JSON object on standard output, "format": "{format}"', read="args_flag")
