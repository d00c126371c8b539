#!/usr/bin/env python3
"""web.py SCREE SOURCE NODE MODULES: an export for the web in Chromium and in Khronos' validator.

The page shows itself without a message and without a request. Its plain colours from above are those
of `scree preview --flat` within 2 of 255, and the view in space draws and turns. The .glb is clean to
the validator; its points are those of the .ter, its weights those of the masks; Babylon's pictures
hold them with alpha turned.
"""
import base64
import time

from engines_inputs import Inputs, SCREE, SOURCE, json, numpy, os, png, read, scree, struct, subprocess, sys

NODE, MODULES = sys.argv[3:5]
sys.path.insert(0, os.path.join(SOURCE, "tests", "report"))
from browser import Browser, find


def judge_mesh(given, out, weights):
    data = read(out + "/land.glb")
    magic, version, size, length, kind = struct.unpack_from("<5I", data)
    assert (magic, version, size, kind) == (0x46546C67, 2, len(data), 0x4E4F534A)
    scene = json.loads(data[20:20 + length])
    whole = data[28 + length:]
    views, accessors = scene["bufferViews"], scene["accessors"]
    attributes = scene["meshes"][0]["primitives"][0]["attributes"]
    points = given.points

    def values(name, form, channels):
        accessor = accessors[attributes[name]]
        view = views[accessor["bufferView"]]
        raw = numpy.frombuffer(whole, numpy.uint8)[view["byteOffset"]:view["byteOffset"] + view["byteLength"]]
        raw = raw.reshape(accessor["count"], view["byteStride"])[:, accessor["byteOffset"]:]
        width = numpy.dtype(form).itemsize * channels
        return numpy.frombuffer(raw[:, :width].tobytes(), form).reshape(points, points, channels)

    places = values("POSITION", "<f4", 3)
    assert numpy.array_equal(places[..., 1], given.heights.astype(numpy.float32))
    side = (points - 1) * given.cell_m
    assert numpy.allclose(places[0, :, 0], numpy.linspace(-side / 2, side / 2, points))
    assert numpy.allclose(places[:, 0, 2], numpy.linspace(-side / 2, side / 2, points))
    found = numpy.concatenate([values(f"_WEIGHTS_{i}", numpy.uint8, 4) for i in (0, 1)], axis=2)
    assert numpy.array_equal(found[..., :len(weights)], numpy.moveaxis(weights, 0, 2))
    assert (found.astype(int).sum(axis=2) == 255).all()
    print(f"mesh: {points} x {points} points and weights equal")


def judge_mixes(out, cells):
    mixes = [png(read(f"{out}/land-mix{i}.png")).astype(int) for i in (1, 2)]
    for mix in mixes:
        mix[..., 3] = 255 - mix[..., 3]
    whole = numpy.concatenate(mixes, axis=2)
    assert numpy.array_equal(whole[..., :len(cells)], numpy.moveaxis(cells, 0, 2))
    assert (whole.sum(axis=2) == 255).all()


def evaluate(browser, text):
    answer = browser.call("Runtime.evaluate", expression=text, returnByValue=True, awaitPromise=True)
    assert "exceptionDetails" not in answer, answer
    return answer["result"].get("value")


def show(browser, address):
    browser.events.clear()
    browser.call("Page.navigate", url=address)
    for _ in range(100):
        time.sleep(0.1)
        if evaluate(browser, "document.readyState + location.href") == "complete" + address:
            return


PIXELS = """(() => { draw(); const w = canvas.width, h = canvas.height, p = new Uint8Array(4 * w * h);
gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, p);
let s = ""; for (let i = 0; i < p.length; i += 8192) s += String.fromCharCode(...p.subarray(i, i + 8192));
return w + " " + h + " " + btoa(s); })()"""


def pixels(browser):
    width, height, text = evaluate(browser, PIXELS).split(" ")
    raw = numpy.frombuffer(base64.b64decode(text), numpy.uint8)
    return raw.reshape(int(height), int(width), 4)[::-1, :, :3].astype(int)


def judge_page(given, out, texels):
    program = find()
    if program is None:
        print("SKIPPED: no chromium")
        sys.exit(77)
    subprocess.run([SCREE, "preview", given.ter, given.srf, "-o", out + "/flat.png", "--flat", "--size",
                    str(texels), "-q"], check=True)
    wanted = png(read(out + "/flat.png")).astype(int)
    browser = Browser(program, "--enable-unsafe-swiftshader", "--use-angle=swiftshader")
    try:
        address = "file://" + out + "/land.html"
        show(browser, address + "#flat")
        if evaluate(browser, "gl === null"):
            print("SKIPPED: this chromium has no WebGL")
            sys.exit(77)
        found = pixels(browser)
        assert found.shape == wanted.shape, (found.shape, wanted.shape)
        worst = abs(found - wanted).max()
        assert worst <= 2, worst
        show(browser, "about:blank")
        show(browser, address)
        before = pixels(browser)
        assert len(numpy.unique(before.reshape(-1, 3), axis=0)) > 100
        evaluate(browser, "move(0.5, 0.1, 0.9)")
        assert (pixels(browser) != before).any(axis=2).mean() > 0.05
        assert "Grass" in evaluate(browser, "document.getElementById('about').textContent")
        wrong = [event for event in browser.events
                 if event.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled")
                 or event.get("method") == "Log.entryAdded"
                 and event["params"]["entry"]["level"] == "error"
                 or event.get("method") == "Network.requestWillBeSent"
                 and not event["params"]["request"]["url"].startswith(("file:", "about:"))]
        assert not wrong, wrong
        print(f"page: {texels} x {texels} plain colours within {worst} of preview --flat; the view turns")
    finally:
        browser.close()


def without(layer, names):
    layer["children"] = [child for child in layer.get("children", []) if child["name"] not in names]
    for child in layer["children"]:
        without(child, names)


def main():
    with Inputs(129) as given:
        # As many layers as an export for the web has: what is merged has other colours.
        text = given.folder + "/land.srf.json"
        scree("convert", given.srf, text)
        surface = json.load(open(text))
        without(surface["root"], ("Heather", "Firn", "Wet sand"))
        json.dump(surface, open(text, "w"))
        given.srf = text
        out, report = given.export("web", "--size", "256")
        assert "merged" not in report and len(report["materials"]) == 8
        judge_mesh(given, out, given.weights("vertices"))
        judge_mixes(out, given.weights("cells", "--size", "256"))
        validator = subprocess.run([NODE, SOURCE + "/tests/mesh/validate.cjs", MODULES, out + "/land.glb"])
        assert validator.returncode in (0, 77)
        judge_page(given, out, 256)
        if validator.returncode == 77:
            sys.exit(77)


main()
