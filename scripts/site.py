#!/usr/bin/env python3
"""site.py FOLDER: the pages of README.md and docs/ as a site that opens from the disk. Needs pandoc.

Each page that README.md leads to becomes an .html in the same place, so that pictures and links between pages
hold; other files of docs/ and examples/ that pages name are copied, and links to the rest of the tree lead to
the account that publishes it (packaging/home). The list of pages beside each is that of README.md, More.
A search is a script of the page's own: nothing is fetched. The same tree gives the same bytes.
"""
import html
import json
import posixpath
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOOKS = ROOT / "packaging/site"
COPIED = ("docs/", "examples/")
FIRST = "README.md"


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def resolve(page, link):
    """The file of the tree that a link of a page names, and the place in it."""
    target, _, anchor = link.partition("#")
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), target)) if target else page, anchor


def is_page(name):
    return name.endswith(".md") and (ROOT / name).is_file()


def made_of(page):
    return "index.html" if page == FIRST else page[:-3] + ".html"


def relative(page, name):
    """The address of a file of the site, from a page."""
    return posixpath.relpath(name, posixpath.dirname(made_of(page)) or ".")


# ---- pages ----

class Title(str):
    """A link that is called by the name of its page's file, which the site calls by its title."""


class Page(HTMLParser):
    """What pandoc makes of a page, with its links led into the site, and its text by sections."""

    def __init__(self, name, home, version):
        super().__init__(convert_charrefs=True)
        self.name, self.home, self.version = name, home, version
        self.links, self.files, self.ids = [], set(), set()
        self.sections = [["", "", []]]  # anchor, heading, words
        self.body, self.heading = [], None
        self.link = None  # what the link that is open leads to, if it is a page
        body = subprocess.run(["pandoc", "-f", "gfm", "-t", "html5", "--wrap=none", "--no-highlight", str(ROOT / name)],
                              capture_output=True, check=True, text=True).stdout
        self.feed(body)
        self.title = next((heading for _, heading, _ in self.sections if heading), name)

    def lead(self, link):
        if re.match(r"[a-z]+:", link):
            return link
        target, anchor = resolve(self.name, link)
        if is_page(target):
            self.link = target
            self.links.append((target, anchor))
            return (relative(self.name, made_of(target)) if target != self.name else "") + (f"#{anchor}" if anchor else "")
        if not (ROOT / target).exists():
            sys.exit(f"{self.name}: {link}: there is no {target}")
        if (ROOT / target).is_file() and target.startswith(COPIED):
            self.files.add(target)
            return relative(self.name, target)
        return f"{self.home}/{'tree' if (ROOT / target).is_dir() else 'blob'}/v{self.version}/{target}"

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        if "id" in told:
            self.ids.add(told["id"])
        for key in ("href", "src"):
            if told.get(key):
                told[key] = self.lead(told[key])
        if tag == "img":
            told["loading"] = "lazy"
        if re.fullmatch("h[1-3]", tag):
            self.sections.append([told.get("id", ""), "", []])
            self.heading = tag
        if tag == "table":
            self.body.append('<div class="wide">')
        self.body.append(f"<{tag}" + "".join(f' {key}="{html.escape(value or "")}"' for key, value in told.items()) + ">")

    def handle_endtag(self, tag):
        if tag == "a":
            self.link = None
        if tag == self.heading:
            self.heading = None
            if self.sections[-1][0]:
                self.body.append(f'<a class="anchor" href="#{self.sections[-1][0]}" aria-label="This section">#</a>')
        self.body.append(f"</{tag}>" + ("</div>" if tag == "table" else ""))

    def handle_data(self, data):
        if self.heading:
            self.sections[-1][1] += data
        self.sections[-1][2].append(data)
        is_name = self.link is not None and data in (self.link, posixpath.basename(self.link))
        self.body.append(Title(self.link) if is_name else html.escape(data, quote=False))

    def text(self):
        """[anchor, heading, text] of every section."""
        return [[anchor, heading, " ".join("".join(words).split())] for anchor, heading, words in self.sections if words]


def navigation():
    """[title, [(page, words)]] from README.md, More."""
    more = read(FIRST).split("\n## More\n")[1]
    groups = []
    for paragraph in more.split("\n\n"):
        entries = re.findall(r"\[[^\]]*\]\(([^)]*\.md)\)([^\[]*)", paragraph)
        if entries:
            groups.append((paragraph.split(":")[0].strip(), [(page, note.strip(" -()\n")) for page, note in entries]))
    return groups


def write_page(out, page, groups, titles):
    def entry(name, note):
        here = ' aria-current="page"' if name == page.name else ""
        return f'<li><a href="{relative(page.name, made_of(name))}"{here} title="{html.escape(note)}">{html.escape(titles[name])}</a></li>'
    beside = "".join(f"<h2>{html.escape(title)}</h2><ul>{''.join(entry(*one) for one in entries)}</ul>" for title, entries in groups)
    language = re.search(r"[.]([a-z][a-z])[.]md$", page.name)
    fields = {"language": language[1] if language else "en", "title": html.escape(page.title if page.name != FIRST else "scree"), "root": relative(page.name, "."),
              "home": relative(page.name, "index.html"), "beside": beside, "version": page.version,
              "body": "".join(html.escape(titles[part], quote=False) if isinstance(part, Title) else part for part in page.body)}
    made = re.sub(r"\{\{(\w+)\}\}", lambda field: fields[field[1]], (LOOKS / "page.html").read_text(encoding="utf-8"))
    to = out / made_of(page.name)
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(made, encoding="utf-8")


def main(folder):
    out = Path(folder)
    home = read("packaging/home").strip()
    version = re.search(r"project\(scree VERSION ([0-9.]+)", read("CMakeLists.txt"))[1]
    if shutil.which("pandoc") is None:
        sys.exit("site.py: pandoc is not installed; install it with apt-get install pandoc")
    if out.exists():
        if not (out / "search-index.js").exists():
            sys.exit(f"site.py: {out} is there and is no site; name another folder")
        shutil.rmtree(out)
    pages, queue = {}, [FIRST]
    while queue:
        name = queue.pop(0)
        if name not in pages:
            pages[name] = Page(name, home, version)
            queue += [target for target, _ in pages[name].links]
    for page in pages.values():
        for target, anchor in page.links:
            if anchor and anchor not in pages[target].ids:
                sys.exit(f"{page.name}: {target}#{anchor}: there is no such place")
    titles = {name: page.title for name, page in pages.items()}
    groups = navigation()
    for page in pages.values():
        write_page(out, page, groups, titles)
    for name in set().union(*(page.files for page in pages.values())):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, out / name)
    for name in ("site.css", "search.js"):
        shutil.copyfile(LOOKS / name, out / name)
    index = [[made_of(name), page.title, page.text()] for name, page in pages.items()]
    (out / "search-index.js").write_text("const PAGES = " + json.dumps(index, ensure_ascii=False, separators=(",", ":")) + ";\n", encoding="utf-8")
    print(f"{out}: {len(pages)} pages; open {out}/index.html")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: site.py FOLDER")
    main(sys.argv[1])
