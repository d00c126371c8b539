#!/usr/bin/env python3
"""Makes image/font/DejaVuSansCondensed.ttf and its LICENSE from DejaVu Sans Condensed.

    scripts/font.py [FONT.ttf]

Needs fontTools (Debian: python3-fonttools) and the font (fonts-dejavu-extra). The same font and
fontTools give the same bytes. Hints, kerning and names are left out: stb_truetype uses no hints, and
what is not there cannot differ between versions of it.
"""
import io
import pathlib
import sys

from fontTools import subset, ttLib

DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSansCondensed.ttf"
CHARACTERS = [
    (0x20, 0x7E), (0xA0, 0x17F),  # Latin, Latin-1, Latin Extended-A
    (0x192, 0x192), (0x218, 0x21B), (0x2C6, 0x2C7), (0x2D8, 0x2DD),
    (0x370, 0x3FF),  # Greek
    (0x400, 0x45F), (0x490, 0x491), (0x4AE, 0x4AF),  # Cyrillic
    (0x1E80, 0x1E85), (0x1E9E, 0x1E9E),
    (0x2010, 0x2027), (0x2030, 0x203A),  # punctuation
    (0x2070, 0x2079), (0x2080, 0x2089),  # raised and lowered digits
    (0x20AC, 0x20AC), (0x2116, 0x2116), (0x2122, 0x2122), (0x2126, 0x2126),
    (0x2190, 0x2199),  # arrows
    (0x2212, 0x2212), (0x221E, 0x221E), (0x2248, 0x2248), (0x2260, 0x2265),
]
KEPT = ("cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp")
LICENSE_NAME = 13
ROOT = pathlib.Path(__file__).resolve().parent.parent


def shrink(path):
    font = ttLib.TTFont(path, recalcTimestamp=False)
    license_text = font["name"].getDebugName(LICENSE_NAME)
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True,
                             glyph_names=False, recalc_bounds=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[c for low, high in CHARACTERS for c in range(low, high + 1)])
    subsetter.subset(font)
    for table in [t for t in font.keys() if t not in KEPT and t != "GlyphOrder"]:
        del font[table]
    out = io.BytesIO()
    font.save(out)
    return out.getvalue(), license_text


def main():
    data, license_text = shrink(sys.argv[1] if len(sys.argv) > 1 else DEJAVU)
    (ROOT / "image" / "font" / "DejaVuSansCondensed.ttf").write_bytes(data)
    (ROOT / "image" / "font" / "LICENSE").write_text(
        "\n".join(line.rstrip() for line in license_text.replace("\r", "").split("\n")).strip() + "\n")


if __name__ == "__main__":
    main()
