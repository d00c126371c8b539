#!/usr/bin/env python3
"""web.py SCREE SOURCE NODE MODULES: an export for the web in Chromium and in Khronos' validator.

The page shows itself without a message and without a request. Its plain colours from above are those
of `scree preview --flat` within 2 of 255, and the view in space draws and turns. The .glb is clean to
the validator; its points are those of the .ter, its weights those of the masks, also as three.js
loads them in Chromium, which draws it; Babylon's pictures hold them with alpha turned.
"""
import base64
import http.server
import shutil
import threading
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


# What three.js loads, as it was published: an import map and the modules of its package.
THREE_PAGE = """<!doctype html><link rel=icon href="data:,">
<script type=importmap>{"imports": {"three": "/three/build/three.module.js"}}</script>
<script type=module>
import * as THREE from "three";
import { GLTFLoader } from "/three/examples/jsm/loaders/GLTFLoader.js";
const text = (values) => {
  const bytes = new Uint8Array(Float32Array.from(values).buffer);
  let s = "";
  for (let i = 0; i < bytes.length; i += 8192) s += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(s);
};
const flat = (a) => Array.from({ length: a.count * a.itemSize }, (_, i) => a.getComponent(Math.floor(i / a.itemSize), i % a.itemSize));
window.load = async (points) => {
  const { scene } = await new GLTFLoader().loadAsync("/land.glb"), meshes = [];
  scene.traverse((object) => { if (object.isMesh) meshes.push(object); });
  const [mesh] = meshes, { geometry } = mesh, { x: width, z: depth } = new THREE.Box3().setFromObject(scene).getSize(new THREE.Vector3());
  const found = { meshes: meshes.length, layers: mesh.userData.layers, width, depth, index: text(geometry.index.array), attributes: {} };
  for (const [name, a] of Object.entries(geometry.attributes)) found.attributes[name] = [a.count, a.itemSize, text(flat(a))];
  // From above, a pixel for each point, in the colours of the points alone.
  const renderer = new THREE.WebGLRenderer({ antialias: false }), half = width / 2 * (points / (points - 1));
  const camera = new THREE.OrthographicCamera(-half, half, half, -half, 1, 1e5);
  camera.position.set(0, 5e4, 0);
  camera.up.set(0, 0, -1);
  camera.lookAt(0, 0, 0);
  renderer.setSize(points, points, false);
  mesh.material = new THREE.MeshBasicMaterial({ vertexColors: true });
  renderer.render(scene, camera);
  const gl = renderer.getContext(), pixels = new Uint8Array(4 * points * points);
  gl.readPixels(0, 0, points, points, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  found.pixels = text(pixels);
  found.revision = THREE.REVISION;
  return found;
};
</script>"""


def serve(out):
    """The page, the package of three.js and the .glb at an address of this machine."""
    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = {".js": "text/javascript", "": "application/octet-stream"}

        def translate_path(self, path):
            return MODULES + "/node_modules" + path if path.startswith("/three/") else out + path

        def do_GET(self):
            if self.path != "/":
                return super().do_GET()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(THREE_PAGE.encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def judge_three(given, browser, out, weights, names):
    """The .glb as three.js has it: positions, weights and sizes, and the colours that it draws."""
    points, side = given.points, (given.points - 1) * given.cell_m
    server = serve(out)
    try:
        browser.events.clear()
        show(browser, f"http://127.0.0.1:{server.server_port}/")
        found = evaluate(browser, f"load({points})")
    finally:
        server.shutdown()
        server.server_close()

    def floats(text):
        return numpy.frombuffer(base64.b64decode(text), "<f4")

    def values(name, channels):
        count, size, text = found["attributes"][name]
        assert (count, size) == (points * points, channels), name
        return floats(text).reshape(points, points, channels)

    assert found["meshes"] == 1 and found["layers"] == names
    assert abs(found["width"] - side) < 1e-3 and abs(found["depth"] - side) < 1e-3
    places, line = values("position", 3), numpy.linspace(-side / 2, side / 2, points)
    assert numpy.array_equal(places[..., 1], given.heights.astype(numpy.float32))
    assert numpy.allclose(places[..., 0], line[None, :]) and numpy.allclose(places[..., 2], line[:, None])
    shares = numpy.concatenate([values(f"_weights_{i}", 4) for i in (0, 1)], axis=2)
    assert abs(255 * shares[..., :len(weights)] - numpy.moveaxis(weights, 0, 2)).max() < 1e-3
    assert abs(shares.sum(axis=2) - 1).max() < 1e-5
    triangles = floats(found["index"]).astype(int).reshape(-1, 3)
    assert len(triangles) == 2 * (points - 1) ** 2 and numpy.array_equal(numpy.unique(triangles), numpy.arange(points * points))
    # What is seen from above is the mix of the layers' colours, in sRGB.
    mixed = numpy.tensordot(weights / 255, given.colours, (0, 0))
    linear = values("color", 4)[..., :3]
    assert abs(linear - mixed).max() <= 0.501 / 255
    drawn = floats(found["pixels"]).reshape(points, points, 4)[::-1, :, :3]
    seen = numpy.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    inside = slice(1, -1), slice(1, -1)
    worst = abs(drawn - 255 * seen)[inside].max()
    assert worst <= 1.01, worst
    wrong = [event for event in browser.events if event.get("method") == "Runtime.exceptionThrown"]
    assert not wrong, wrong
    print(f"three.js {found['revision']}: positions, weights and sizes equal, drawn within {worst:.2f} of 255")


def judge_page(given, browser, out, texels):
    subprocess.run([SCREE, "preview", given.ter, given.srf, "-o", out + "/flat.png", "--flat", "--size",
                    str(texels), "-q"], check=True)
    wanted = png(read(out + "/flat.png")).astype(int)
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


def judge_sun(given, browser):
    """What the shader has as the direction to the sun of a world, as WebGL says: east, up, south."""
    with open(given.folder + "/world.srf.json", "w", encoding="utf-8") as file:
        json.dump({"format": "scree-surface-2", "container": "world", "root": {"name": "Rock"},
                   "scene": {"sun": {"heading": 241.5, "altitude": 32.25}}}, file)
    page = given.folder + "/page"
    scree("export", "web", given.ter, given.folder + "/world.srf.json", "-o", page, "--name", "land", "--resample", "17",
          "--size", "16")
    show(browser, "file://" + page + "/land.html")
    found = evaluate(browser, "Array.from(gl.getUniform(program, uniform('sun')))")
    azimuth, elevation = numpy.radians((241.5, 32.25))
    wanted = [numpy.sin(azimuth) * numpy.cos(elevation), numpy.sin(elevation), -numpy.cos(azimuth) * numpy.cos(elevation)]
    assert abs(numpy.array(found) - wanted).max() < 1e-6, (found, wanted)
    print("page: the sun of a world is where its heading and altitude say")


def without(layer, names):
    layer["children"] = [child for child in layer.get("children", []) if child["name"] not in names]
    for child in layer["children"]:
        without(child, names)


def listed(layer):
    """Names and colours, 0 to 1, in painting order."""
    return [(layer["name"], [part / 256 for part in layer["colour"]])] + [
        one for child in layer["children"] for one in listed(child)]


def main():
    with Inputs(129) as given:
        # As many layers as an export for the web has: what is merged has other colours.
        text = given.folder + "/land.srf.json"
        scree("convert", given.srf, text)
        surface = json.load(open(text))
        without(surface["root"], ("Heather", "Firn", "Wet sand"))
        json.dump(surface, open(text, "w"))
        given.srf = text
        names, given.colours = zip(*listed(surface["root"]))
        out, report = given.export("web", "--size", "256")
        assert "merged" not in report and len(report["materials"]) == 8
        assert [one["name"] for one in report["materials"]] == list(names)
        weights = given.weights("vertices")
        judge_mesh(given, out, weights)
        judge_mixes(out, given.weights("cells", "--size", "256"))
        skipped = []
        if shutil.which(NODE) is None:
            skipped.append("no node")
        else:
            validator = subprocess.run([NODE, SOURCE + "/tests/mesh/validate.cjs", MODULES, out + "/land.glb"])
            assert validator.returncode in (0, 77)
            if validator.returncode == 77:
                skipped.append("no gltf-validator")
        program, three = find(), os.path.isdir(MODULES + "/node_modules/three")
        if program is None:
            skipped.append("no chromium")
        else:
            browser = Browser(program, "--enable-unsafe-swiftshader", "--use-angle=swiftshader")
            try:
                judge_page(given, browser, out, 256)
                judge_sun(given, browser)
                if three:
                    judge_three(given, browser, out, weights, list(names))
                else:
                    skipped.append(f"no three in {MODULES} (scripts/setup.sh installs it)")
            finally:
                browser.close()
        if skipped:
            print("SKIPPED:", ", ".join(skipped))
            sys.exit(77)


main()
