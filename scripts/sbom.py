#!/usr/bin/env python3
"""sbom.py RELEASE-FILES: the SPDX 2.3 document of a release, on standard output.

What is linked into the files, with versions and digests of the sources that scripts/cross-deps.sh and
studio/package-lock.json name, and each file with its SHA-256. Its time is SOURCE_DATE_EPOCH.
"""
import base64
import datetime
import hashlib
import json
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What each licence is called by SPDX: names of packages in scripts/cross-deps.sh and studio/package.json.
LICENCES = {
    "zlib": "Zlib", "libpng1.6": "libpng-2.0", "libdeflate": "MIT", "jansson": "MIT", "nettle": "LGPL-3.0-or-later",
    "tiff": "libtiff", "libmicrohttpd": "LGPL-2.1-or-later", "libstb": "MIT", "preact": "MIT", "@preact/signals": "MIT",
    "fflate": "MIT", "three": "MIT",
}
TESTS_ONLY = {"cmocka"}


def libraries():
    """(name, version, algorithm, digest of the upstream archive) of what is linked."""
    sums = [line.split() for line in (ROOT / "scripts" / "cross-deps.sha256").read_text().splitlines()]
    listed = re.search(r'^packages="\n(.*?)"$', (ROOT / "scripts" / "cross-deps.sh").read_text(), re.M | re.S)[1]
    for name, version, _ in (line.split() for line in listed.splitlines()):
        if name not in TESTS_ONLY:
            upstream = re.sub(r"^\d+:", "", version).rsplit("-", 1)[0]
            archive, = [digest for digest, file in sums if file.startswith(f"{name}_{upstream}.orig.tar.")]
            yield name, version, "SHA256", archive
    lock = json.loads((ROOT / "studio" / "package-lock.json").read_text())["packages"]
    for name in json.loads((ROOT / "studio" / "package.json").read_text())["dependencies"]:
        entry = lock[f"node_modules/{name}"]
        kind, digest = entry["integrity"].split("-", 1)
        yield name, entry["version"], kind.upper(), base64.b64decode(digest).hex()


def identifier(text):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", text).strip("-")


def package(name, version, licence, **more):
    return {"SPDXID": identifier(name), "name": name, "versionInfo": version, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, **more}


def main(folder):
    version = json.loads((ROOT / "wasm" / "package.json").read_text())["version"]
    home = (ROOT / "packaging" / "home").read_text().strip()
    time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    own = identifier("scree")
    packages = [package("scree", version, "MIT", downloadLocation=f"{home}/releases/tag/v{version}", homepage=home),
                package("DejaVu Sans Condensed", "NOASSERTION", "Bitstream-Vera")]
    links = [(packages[1]["SPDXID"], "CONTAINED_BY", own)]
    for name, number, kind, digest in libraries():
        packages.append(package(name, number, LICENCES[name], checksums=[{"algorithm": kind, "checksumValue": digest}]))
        links.append((own, "STATIC_LINK", packages[-1]["SPDXID"]))
    files = []
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name != "SHA256SUMS" and not path.name.endswith(".spdx.json"):
            data = path.read_bytes()
            files.append({"SPDXID": identifier(f"file-{path.name}"), "fileName": f"./{path.name}",
                          "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION",
                          "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
                                        {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}]})
            links.append((files[-1]["SPDXID"], "GENERATED_FROM", own))
    print(json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"scree-{version}",
        "documentNamespace": f"{home}/releases/download/v{version}/scree-{version}.spdx.json",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Organization: The scree authors"]},
        "packages": packages, "files": files,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
                          for a, kind, b in [("SPDXRef-DOCUMENT", "DESCRIBES", own), *links]],
    }, indent=2))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
