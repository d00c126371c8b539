"""site.py SITE: a site made by scripts/site.py is whole, and its search works in Chromium from the disk.

Every link, picture, script and sheet of a page is a file of the site, every place in it is there, and nothing
is loaded from elsewhere. Searches for words of the field lead to the pages that are about them. Exit 77
if only the search could not be tried, without Chromium.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

SITE = Path(sys.argv[1]).resolve()
FOUND = {  # what is typed, and a page that has to be among the sections found
    "fuzziness": "docs/model.html", "heightmap": "index.html", "splat map": "docs/engines.html", "WaterBlock": "docs/formats/beamng.html",
    "HTerrain": "docs/engines.html", "ground model": "docs/beamng.html", "dequantise": "docs/formats/convert.html", "tree line": "docs/styles.html",
    "OpenStreetMap": "docs/places.html", "bridge": "docs/roads.html", "mods folder": "docs/tutorial.html", "undo": "docs/studio.html",
    "SPDX": "docs/building.html", "numpy": "docs/python.html", "worker": "docs/npm.html", "pkg-config": "docs/library.html",
    "scree_live_changed": "docs/reference.html", "contours": "docs/seeing.html", "manifest": "docs/formats/manifest.html", "smallest change": "docs/probe.html", "ogre": "docs/rigs-of-rods.html",
}
failures = 0


def fail(text):
    global failures
    failures += 1
    print(f"site.py: {text}", file=sys.stderr)


class Reader(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.leads, self.loads = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        self.ids.add(told.get("id"))
        if told.get("href") is not None:
            (self.leads if tag == "a" else self.loads).append(told["href"])
        if told.get("src") is not None:
            self.loads.append(told["src"])


pages = {path: Reader(path) for path in SITE.rglob("*.html")}
for path, page in pages.items():
    name = path.relative_to(SITE)
    for address in page.loads + page.leads:
        parts = urlsplit(address)
        if parts.scheme:
            if address in page.loads or parts.scheme != "https":
                fail(f"{name}: {address} is not of the site")
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file() or SITE not in target.parents:
            fail(f"{name}: {address}: there is no such file")
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
            fail(f"{name}: {address}: there is no such place")
print(f"{len(pages)} pages, {sum(len(page.leads) + len(page.loads) for page in pages.values())} links and pictures")
if len(pages) < 20:
    fail("fewer than 20 pages")
for script in ("site.css", "search.js"):
    if re.search(r"fetch|XMLHttp|import|https?:|url\(", (SITE / script).read_text(encoding="utf-8")):
        fail(f"{script} loads something")

chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if chromium is None:
    print("SKIPPED: the search: no chromium")
    sys.exit(1 if failures else 77)


def search(words):
    """The addresses that a search finds."""
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--virtual-time-budget=5000",
                               "--dump-dom", f"{SITE.as_uri()}/index.html?q={quote(words)}"], capture_output=True, text=True, timeout=300, check=False)
    part = re.search(r'<section id="found".*?</section>', done.stdout, re.S)
    return re.findall(r'href="\./([^"#]*)', part[0]) if part else None


with ThreadPoolExecutor(2) as pool:
    for words, found in zip(FOUND, pool.map(search, FOUND)):
        if found is None:
            fail(f"the search for {words} shows nothing")
        elif FOUND[words] not in found:
            fail(f"the search for {words} finds {sorted(set(found))}, not {FOUND[words]}")
    if (found := pool.submit(search, "xyzzy plugh").result()) != []:
        fail(f"a search for what is nowhere finds {found}")
print(f"{len(FOUND)} searches")
sys.exit(1 if failures else 0)
