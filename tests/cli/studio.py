#!/usr/bin/env python3
"""studio.py SCREE SOURCE-ROOT: scree studio as a browser of this machine and a stranger meet it.

Starts the program with a page of its own and asks over HTTP. Skipped where the build cannot serve.
"""
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

scree, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
work = tempfile.mkdtemp(prefix="scree-studio.")
failed = 0


def check(what, good):
    global failed
    if not good:
        failed += 1
        print("FAILED:", what)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def start(*words, **more):
    run = subprocess.Popen([scree, "studio", *words], cwd=work, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True, **more)
    line = run.stdout.readline()
    found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/\n", line)
    if not found:
        run.kill()
        print("FAILED: no address but", repr(line), run.stderr.read())
        sys.exit(1)
    return run, int(found[1]), found[2]


def ask(port, method, path, body=None, host=None, to="127.0.0.1", **headers):
    connection = http.client.HTTPConnection(to, port, timeout=30)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        if host is not False:
            connection.putheader("Host", host or f"127.0.0.1:{port}")
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())
    finally:
        connection.close()


def expect(what, answer, status, words=b""):
    check(f"{what}: {answer[0]} {answer[1][:80]!r}", answer[0] == status and words in answer[1])


def main():
    for name in ("island.ter", "island.srf"):
        shutil.copy(os.path.join(root, "examples", name), work)
    with open(os.path.join(work, "page.html"), "w", encoding="utf-8") as file:
        file.write("<!doctype html><title>page</title>\n")
    with open(os.path.join(work, "secret"), "w", encoding="utf-8") as file:
        file.write("secret")
    terrain, surface = read(os.path.join(work, "island.ter")), read(os.path.join(work, "island.srf"))

    run, port, token = start("island.ter", "island.srf", "--page", "page.html", "--no-browser")
    own = f"http://127.0.0.1:{port}"

    # Idle connections of other programs do not keep the page out.
    idle = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(60)]
    check("page beside idle connections", ask(port, "GET", f"/{token}/")[0] == 200)
    for other in idle:
        other.close()

    # What the page needs.
    page = ask(port, "GET", f"/{token}/")
    expect("page", page, 200, b"<title>page")
    policy = page[2].get("Content-Security-Policy", "")
    check("a policy that names no host", "default-src 'none'" in policy and "connect-src 'self'" in policy
          and "frame-ancestors 'none'" in policy and "http" not in policy and "*" not in policy)
    check("headers", page[2].get("X-Content-Type-Options") == "nosniff"
          and page[2].get("Referrer-Policy") == "no-referrer" and page[2].get("Cache-Control") == "no-store"
          and not any(name.lower().startswith("access-control") for name in page[2]))
    expect("inputs", ask(port, "GET", f"/{token}/inputs"), 200,
           b'"terrain":{"name":"island.ter"},"surface":{"name":"island.srf"}')
    check("terrain", ask(port, "GET", f"/{token}/terrain")[1] == terrain)
    check("surface", ask(port, "GET", f"/{token}/surface")[1] == surface)
    expect("localhost", ask(port, "GET", f"/{token}/", host=f"localhost:{port}"), 200)

    # Strangers.
    other = token[:-1] + ("0" if token[-1] != "0" else "1")
    for path in ("/", f"/{other}/", f"/{token}", f"//{token}/", f"/?{token}/", f"/{token.upper()}/x"):
        expect(path, ask(port, "GET", path), 403, b"token")
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"localhost.evil.example:{port}",
                 f"[::1]:{port}", False):
        answer = ask(port, "GET", f"/{token}/", host=host)
        check(f"Host {host}: {answer[0]}", answer[0] in (400, 403) and b"<title>page" not in answer[1])
        answer = ask(port, "PUT", f"/{token}/surface", body=surface, host=host, Origin=own)
        check(f"PUT, Host {host}: {answer[0]}", answer[0] in (400, 403))
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{port + 1}", f"https://127.0.0.1:{port}"):
        expect(f"GET, Origin {origin}", ask(port, "GET", f"/{token}/surface", Origin=origin), 403, b"only the page")
        expect(f"PUT, Origin {origin}", ask(port, "PUT", f"/{token}/surface", body=surface, Origin=origin), 403)
    expect("PUT without Origin", ask(port, "PUT", f"/{token}/surface", body=surface), 403)
    expect("from another site", ask(port, "GET", f"/{token}/", Sec_Fetch_Site="cross-site"), 403)
    for path in ("secret", "../secret", "%2e%2e/secret", "..%2fsecret", "/etc/passwd", "%2fetc%2fpasswd", "island.srf",
                 "surface/../secret", "surface%00", ".", "page.html"):
        answer = ask(port, "GET", f"/{token}/{path}")
        check(f"{path}: {answer[0]}", answer[0] in (400, 403, 404) and b"secret" not in answer[1] and b"root:" not in answer[1])
        answer = ask(port, "PUT", f"/{token}/{path}", body=surface, Origin=own)
        check(f"PUT {path}: {answer[0]}", answer[0] in (400, 403, 404, 405))
    for method in ("POST", "DELETE", "OPTIONS", "PATCH"):
        expect(method, ask(port, method, f"/{token}/surface", body=b"", Origin=own), 405)
    expect("PUT terrain", ask(port, "PUT", f"/{token}/terrain", body=terrain, Origin=own), 405)
    check("only of this machine", not reaches_from_outside(port))

    # Saving.
    changed = surface.replace(b"Grass", b"Green", 1)
    expect("save", ask(port, "PUT", f"/{token}/surface", body=changed, Origin=own), 200, b"written")
    check("saved", read(os.path.join(work, "island.srf")) == changed)
    expect("nonsense", ask(port, "PUT", f"/{token}/surface", body=b"<html>", Origin=own), 422)
    expect("half a map", ask(port, "PUT", f"/{token}/surface", body=surface[:2000], Origin=own), 422, b"island.srf")
    expect("too large", ask_large(port, f"/{token}/surface", own), 413)
    check("still saved", read(os.path.join(work, "island.srf")) == changed)
    with open(os.path.join(work, "island.srf"), "wb") as file:
        file.write(surface)
    expect("over somebody's change", ask(port, "PUT", f"/{token}/surface", body=changed, Origin=own), 409)
    check("the change is kept", read(os.path.join(work, "island.srf")) == surface)
    expect("asked to", ask(port, "PUT", f"/{token}/surface", body=changed, Origin=own, If_Match="*"), 200)
    check("replaced", read(os.path.join(work, "island.srf")) == changed)
    check("nothing beside", sorted(os.listdir(work)) == ["island.srf", "island.ter", "page.html", "secret"])
    check("the secret", read(os.path.join(work, "secret")) == b"secret")
    check("the terrain", read(os.path.join(work, "island.ter")) == terrain)

    # The end.
    run.send_signal(signal.SIGINT)
    code = run.wait(30)
    words = run.stderr.read()
    check(f"ends by the signal: {code}", code == -signal.SIGINT)
    check(f"says what it wrote: {words!r}", words == "island.srf: written\n" * 2)

    # A port of one's choice, once; another token each time.
    first, port, token = start("--page", "page.html", "--no-browser")
    expect("without inputs", ask(port, "GET", f"/{token}/inputs"), 200, b'"terrain":null,"surface":null')
    expect("no terrain", ask(port, "GET", f"/{token}/terrain"), 404)
    second = subprocess.run([scree, "studio", "--page", "page.html", "--no-browser", "--port", str(port)], cwd=work,
                            capture_output=True, text=True)
    check(f"a port that is taken: {second.stderr!r}", second.returncode == 4 and f"port {port}" in second.stderr)
    first.terminate()
    first.wait(30)
    third, again, fresh = start("--page", "page.html", "--no-browser", "--port", str(port))
    check("the port", again == port and fresh != token)
    third.terminate()
    third.wait(30)

    # A page that was there and is gone: the end.
    run, port, token = start("--page", "page.html", "--no-browser", "--idle", "1")
    time.sleep(2)
    check("nobody has come yet", run.poll() is None)
    expect("alive", ask(port, "GET", f"/{token}/alive"), 200)
    check("ends when the page is gone", run.wait(30) == 0)

    # The browser is the user's.
    folder = os.path.join(work, "bin")
    os.mkdir(folder)
    with open(os.path.join(folder, "xdg-open"), "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nprintf '%s' \"$1\" > '{work}/opened'\n")
    os.chmod(os.path.join(folder, "xdg-open"), 0o755)
    run, port, token = start("island.ter", "--page", "page.html", env={**os.environ, "PATH": folder})
    for _ in range(100):
        if os.path.exists(os.path.join(work, "opened")):
            break
        time.sleep(0.1)
    time.sleep(0.1)
    opened = read(os.path.join(work, "opened")).decode()
    found = re.fullmatch(rf"http://127\.0\.0\.1:{port}(/open/[0-9a-f]{{32}})", opened)
    check(f"the browser: {opened}", found is not None and token not in opened)
    # What others read in the list of processes leads to the page once.
    for stranger in ({"Sec_Fetch_Site": "cross-site"}, {"Origin": "http://evil.example"}, {"host": "evil.example"}):
        expect("the door from elsewhere", ask(port, "GET", found[1], **stranger), 403)
    door = ask(port, "GET", found[1])
    check(f"the door: {door[0]} {door[2].get('Location')}", door[0] == 303 and door[2].get("Location") == f"/{token}/")
    expect("the page behind it", ask(port, "GET", door[2]["Location"]), 200, b"<title>page")
    expect("the door again", ask(port, "GET", found[1]), 403, b"was used")
    run.terminate()
    run.wait(30)
    check("no word", run.stderr.read() == "")


def ask_large(port, path, origin):
    """A body of more than a surface map may have; the server may hang up while it comes."""
    body = b"T" * ((64 << 20) + 1)
    try:
        return ask(port, "PUT", path, body=body, Origin=origin)
    except (ConnectionError, http.client.HTTPException):
        return 413, b"", {}


def reaches_from_outside(port):
    """Whether an address of this machine other than 127.0.0.1 answers."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing; tells which address would
            own = probe.getsockname()[0]
    except OSError:
        return False
    if own.startswith("127."):
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as attempt:
        attempt.settimeout(2)
        return attempt.connect_ex((own, port)) == 0


try:
    if "cannot serve" in subprocess.run([scree, "studio", "none.ter", "--page", sys.argv[0], "--no-browser"],
                                        capture_output=True, text=True).stderr:
        print("SKIPPED: this build cannot serve (libmicrohttpd)")
        sys.exit(77)
    main()
finally:
    shutil.rmtree(work)
print("studio: failed" if failed else "studio: all as it should be")
sys.exit(1 if failed else 0)
