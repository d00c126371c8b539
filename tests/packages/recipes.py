#!/usr/bin/env python3
"""recipes.py SOURCE: the recipes for package managers, made for a release of odd bytes, are what each of
them reads: digests and addresses are those of the files, and each passes what can judge it here. A judge
that is not installed is named.
"""
import ast
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(sys.argv[1])
VERSION = re.search(r"project\(scree VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
HOME = (SOURCE / "packaging" / "home").read_text().strip()
skipped = []


def judge(program, *arguments, **options):
    if not shutil.which(program):
        skipped.append(program)
        return None
    done = subprocess.run([program, *arguments], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{program}: {done.stderr or done.stdout}"
    return done.stdout


def needs(found, kinds, name):
    for key, kind in kinds.items():
        assert isinstance(found.get(key), kind), f"{name}: {key} is {found.get(key)!r}"


def winget(folder, zipped):
    try:
        import yaml
    except ImportError:
        skipped.append("python3-yaml")
        return
    files = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in folder.iterdir()}
    assert sorted(files) == ["scree.scree.installer.yaml", "scree.scree.locale.en-US.yaml", "scree.scree.yaml"]
    for name, found in files.items():
        needs(found, {"PackageIdentifier": str, "PackageVersion": str, "ManifestType": str, "ManifestVersion": str}, name)
        assert found["PackageVersion"] == VERSION
    installer = files["scree.scree.installer.yaml"]
    one, = installer["Installers"]
    assert one["InstallerSha256"] == zipped and one["InstallerUrl"].startswith(f"{HOME}/releases/download/v{VERSION}/")
    nested, = installer["NestedInstallerFiles"]
    assert nested["RelativeFilePath"].split("\\")[0] + ".zip" == one["InstallerUrl"].rsplit("/", 1)[1]
    locale = files["scree.scree.locale.en-US.yaml"]
    needs(locale, {"Publisher": str, "PackageName": str, "License": str, "ShortDescription": str}, "locale")
    assert 3 <= len(locale["ShortDescription"]) <= 256 and len(locale["Tags"]) <= 16


def scoop(folder, zipped):
    found = json.loads((folder / "scree.json").read_text(encoding="utf-8"))
    needs(found, {"version": str, "homepage": str, "license": str, "bin": str, "autoupdate": dict}, "scoop")
    assert found["architecture"]["64bit"]["hash"] == zipped
    assert found["architecture"]["64bit"]["url"].endswith(found["architecture"]["64bit"]["extract_dir"] + ".zip")


def arch(folder, source):
    text = (folder / "PKGBUILD").read_text(encoding="utf-8")
    assert f"sha256sums=('{source}')" in text
    judge("bash", "-n", folder / "PKGBUILD")
    # makepkg does not run as root; what it prints needs nobody's rights.
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if judge("id", "-u").strip() == "0" else []
    if not shutil.which("makepkg"):
        skipped.append("makepkg")
        return
    with tempfile.TemporaryDirectory() as work:
        shutil.copy(folder / "PKGBUILD", work)
        subprocess.run(["chmod", "-R", "a+rwX", work], check=True)
        done = subprocess.run([*user, "env", "PACMAN=true", "makepkg", "--printsrcinfo"], cwd=work, capture_output=True,
                              text=True)
        assert done.returncode == 0, done.stderr
    for line in (f"pkgver = {VERSION}", f"sha256sums = {source}", f"url = {HOME}"):
        assert line in done.stdout, f"makepkg does not say {line}"


def vcpkg(folder, source512):
    found = json.loads((folder / "vcpkg.json").read_text(encoding="utf-8"))
    needs(found, {"name": str, "version": str, "license": str, "dependencies": list}, "vcpkg")
    for entry in found["dependencies"]:
        name = entry if isinstance(entry, str) else entry["name"]
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), name
    with tempfile.TemporaryDirectory() as work:
        script = Path(work) / "port.cmake"
        verbs = ("extract_source_archive", "cmake_configure", "cmake_install", "cmake_config_fixup", "fixup_pkgconfig",
                 "install_copyright")
        script.write_text("".join(f"function(vcpkg_{verb})\nendfunction()\n" for verb in verbs) +
                          "function(vcpkg_download_distfile)\nmessage(\"${ARGN}\")\nendfunction()\n"
                          f"set(VERSION {VERSION})\nset(CURRENT_PACKAGES_DIR \"{work}/made\")\n" +
                          (folder / "portfile.cmake").read_text())
        done = subprocess.run(["cmake", "-P", script], capture_output=True, text=True)
        assert done.returncode == 0 and source512 in done.stderr and f"/v{VERSION}/" in done.stderr, done.stderr


def conan(folder, source):
    tree = ast.parse((folder / "conanfile.py").read_text(encoding="utf-8"))
    recipe, = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    assert {"source", "build", "package", "package_info"} <= {node.name for node in recipe.body if isinstance(node, ast.FunctionDef)}
    assert source in (folder / "conanfile.py").read_text()


def main():
    with tempfile.TemporaryDirectory() as work:
        files, out = Path(work) / "files", Path(work) / "recipes"
        files.mkdir()
        sums = {}
        for kind in ("-windows-x86-64.zip", "-source.tar.gz", ".tgz"):
            path = files / f"scree-{VERSION}{kind}"
            path.write_bytes(kind.encode() * 1000)
            sums[kind] = hashlib.sha256(path.read_bytes()).hexdigest()
        subprocess.run([sys.executable, SOURCE / "scripts" / "recipes.py", files, out], check=True, stderr=subprocess.DEVNULL)
        for path in out.rglob("*"):
            assert path.is_dir() or not re.search(r"@[A-Z0-9]+[:@]", path.read_text()), f"{path.name}: a blank is not filled"
        winget(out / "winget", sums["-windows-x86-64.zip"])
        scoop(out / "scoop", sums["-windows-x86-64.zip"])
        assert sums[".tgz"] in (out / "homebrew" / "scree.rb").read_text()
        judge("ruby", "-wc", out / "homebrew" / "scree.rb")
        arch(out / "aur", sums["-source.tar.gz"])
        vcpkg(out / "vcpkg", hashlib.sha512((files / f"scree-{VERSION}-source.tar.gz").read_bytes()).hexdigest())
        conan(out / "conan", sums["-source.tar.gz"])
        (files / f"scree-{VERSION}.tgz").unlink()
        done = subprocess.run([sys.executable, SOURCE / "scripts" / "recipes.py", files, out], capture_output=True, text=True)
        assert done.returncode == 1 and "does not exist; make it with scripts/release.sh" in done.stderr, done
    if skipped:
        print("not installed, so not asked: " + ", ".join(skipped))
    print("7 passed, 0 failed")


main()
