#!/usr/bin/env python3
"""report.py SCREE SOURCE OUTPUT: the pages of scree, looked at by a browser.

No console message, no request, no script from a layer's name; the slider follows the keyboard;
nothing wider than the window; text against its ground, in light and in dark. Pictures are left in
OUTPUT. Skipped without Chromium.
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import browser  # noqa: E402

HOSTILE = "<script>document.title='taken'</script><img src=x onerror=alert(1)>\"'&amp;"

# The smallest contrast of any text with what lies under it, by the rules of WCAG 2.
CONTRAST = """(() => {
  const parse = c => (c.match(/[\\d.]+/g) || []).map(Number);
  const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255;
    return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
    return .2126 * r + .7152 * g + .0722 * b; };
  let worst = [99, ''];
  for (const e of document.querySelectorAll('body *')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) ||
        e.closest('.frame, script, style')) continue;
    let under = e, ground = [0, 0, 0, 0];
    while (under && (ground.length === 4 && ground[3] === 0)) {
      ground = parse(getComputedStyle(under).backgroundColor); under = under.parentElement; }
    const a = light(parse(getComputedStyle(e).color)), b = light(ground);
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < worst[0]) worst = [ratio, e.textContent.slice(0, 40)];
  }
  return worst;
})()"""


def run(scree, *words, status=(0,)):
    done = subprocess.run([scree, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in status:
        sys.exit(f"scree {' '.join(words)}: {done.returncode}\n{done.stderr.decode()}")


def make_pages(scree, source, output):
    """Pages of every kind, by name."""
    ter, srf = (os.path.join(source, "examples", "island" + end) for end in (".ter", ".srf"))
    at = lambda name: os.path.join(output, name)
    run(scree, "set", srf, "Grass.slope.max=29deg", "Woodland.coverage=0.5",
        "Snow.altitude.min=20tu", "Heather.colour=90,50,60", "-o", at("new.srf"), "--force")
    run(scree, "set", srf, "Grass.name=" + HOSTILE, "Beach.coverage=0.4", "-o",
        at("hostile.srf"), "--force")
    for name, words, status in (
            ("changed", (srf, at("new.srf"), "--terrain", ter, "--warn", "area=1%", "--fail",
                         "area=5%,weight=50%"), 11),
            ("same", (srf, srf, "--terrain", ter), 0),
            ("hostile", (srf, at("hostile.srf"), "--terrain", ter), 10),
            ("layer", (srf, at("new.srf"), "--terrain", ter, "--layer", "Woodland", "--picture",
                       at("woodland.png")), 10)):
        run(scree, "diff", *words, "--html", at(name + ".html"), "--force", "--quiet",
            status=(status,))
    for folder, surface in (("one", srf), ("two", at("new.srf"))):
        run(scree, "bake", ter, surface, "-o", at(folder), "--force", "--quiet")
    run(scree, "diff", at("one"), at("two"), "--html", at("folders.html"), "--force",
        status=(10,))
    with open(at("island.test"), "w") as file:
        file.write(f"terrain {ter}\nsurface {at('new.srf')}\n"
                   "area(Rock) in 5 %..8 %\nweight(Snow) = 0 where altitude < 170 m\n"
                   "slope < 35 deg where winner = Beach\nwinner at 708E,996S = Snow\n"
                   "area(Beach) > 1 %\n")
    run(scree, "test", at("island.test"), "--html", at("claims.html"), "--force", status=(10,))
    return ["claims", "changed", "same", "hostile", "layer", "folders"]


def look(page, name, output):
    """What is wrong with a page, as a list of sentences."""
    wrong = []
    path = os.path.join(output, name + ".html")
    if os.path.getsize(path) > 8 << 20:
        wrong.append("it is larger than 8 MiB")
    page.open("file://" + os.path.abspath(path))
    for event in page.events:
        method = event.get("method")
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            wrong.append(f"console: {event['params']}")
        if method == "Network.requestWillBeSent":
            url = event["params"]["request"]["url"]
            if not url.startswith("data:") and not url.endswith(name + ".html"):
                wrong.append(f"request: {url}")
    if page.value("document.title") == "taken":
        wrong.append("a layer's name became a script")
    if page.value("[...document.images].filter(i => !i.src.startsWith('data:') || "
                  "!i.complete || i.naturalWidth === 0).length") != 0:
        wrong.append("a picture is not there")
    if page.value("document.querySelectorAll('img:not([alt]), img[alt=\"\"]').length") != 0:
        wrong.append("a picture says not what it shows")
    if page.value("document.querySelectorAll('h1').length") != 1:
        wrong.append("it has not one heading")

    at = "getComputedStyle(document.querySelector('.slider .frame')).getPropertyValue('--at')"
    if page.value("document.querySelectorAll('.slider').length") > 0:
        page.value("document.querySelector('.slider input').focus()")
        start = page.value(at)
        for _ in range(10):
            page.key("ArrowRight", 39)
        right = page.value(at)
        page.key("Home", 36)
        home = page.value(at)
        if (start, right, home) != ("50%", "60%", "0%"):
            wrong.append(f"the slider stood at {start}, {right}, {home}")
        clip = page.value("getComputedStyle(document.querySelector('.over')).clipPath")
        if clip.replace("0px", "0").replace("0%", "0") not in ("inset(0)", "inset(0 0 0 0)"):
            wrong.append(f"the picture after is clipped at {clip}")
        page.value("document.querySelector('.slider input').value = 50;"
                   "document.querySelector('.slider input')"
                   ".dispatchEvent(new Event('input'));"
                   "document.activeElement.blur()")
    elif name in ("changed", "folders"):
        wrong.append("it has no slider")

    for scheme in ("light", "dark"):
        for width in (1180, 390):
            page.emulate(scheme, width)
            wide = page.value("document.documentElement.scrollWidth")
            if wide > width:
                wrong.append(f"it is {wide} pixels wide in a window of {width}")
        page.emulate(scheme, 1180)
        ratio, text = page.value(CONTRAST)
        if ratio < 4.5:
            wrong.append(f"contrast {ratio:.2f} in {scheme}: {text!r}")
        page.screenshot(os.path.join(output, f"{name}-{scheme}.png"))
    page.emulate("light", 390)
    page.screenshot(os.path.join(output, f"{name}-narrow.png"))
    return wrong


BROKEN = """<!DOCTYPE html><h1>a</h1><h1>b</h1><p style="color:#999;background:#fff">pale</p>
<div style="width:2000px">wide</div><div class="slider"><div class="frame" style="--at:50%">
<img class="over" src="http://127.0.0.1:9/x.png"></div><input type="range"></div>
<script>console.error("heard"); nothing();</script>"""


def notices(page, output):
    """What the checks miss on a page where all is wrong."""
    with open(os.path.join(output, "broken.html"), "w") as file:
        file.write(BROKEN)
    found = "\n".join(look(page, "broken", output))
    return [f"the checks do not notice: {word}" for word in
            ("heard", "nothing is not defined", "request: http", "a picture is not there",
             "says not what it shows", "heading", "the slider stood", "pixels wide", "contrast")
            if word not in found]


def main():
    scree, source, output = map(os.path.abspath, sys.argv[1:])
    program = browser.find()
    if program is None:
        print("SKIPPED: no Chromium")
        sys.exit(77)
    os.makedirs(output, exist_ok=True)
    page = browser.Browser(program)
    failed = False
    try:
        for sentence in notices(page, output):
            print(sentence)
            failed = True
        for name in make_pages(scree, source, output):
            for sentence in look(page, name, output):
                print(f"{name}.html: {sentence}")
                failed = True
    finally:
        page.close()
    sys.exit(failed)


if __name__ == "__main__":
    main()
