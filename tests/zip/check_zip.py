"""check_zip.py MAKE_ZIP WORK: zips of out/out_zip.c, read by Python's own reader, which checks sizes
and CRCs; and by hand, local header by local header, as a reader does that cannot go back."""

import struct
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

make_zip, work = sys.argv[1], Path(sys.argv[2])
work.mkdir(parents=True, exist_ok=True)
HOLD = 1 << 25


def made(size, x, mask):
    out = bytearray(size)
    for i in range(size):
        x = (x * 1103515245 + 12345) & 0xFFFFFFFF
        out[i] = x >> 24 & mask
    return bytes(out)


ENTRIES = [("stored.png", 300000, 1, 255, 0), ("folder/packed.txt", 300000, 2, 3, 8),
           ("empty stored", 0, 0, 0, 0), ("empty packed", 0, 0, 0, 8),
           ("Höhe/山.txt", 1, 3, 255, 8), ("large stored", HOLD + 77, 4, 255, 0),
           ("large packed", HOLD + 99, 5, 255, 8), ("last", 10, 6, 255, 8)]

path = work / "entries.zip"
subprocess.run([make_zip, path, "entries"], check=True)
again = work / "again.zip"
subprocess.run([make_zip, again, "entries"], check=True)
assert path.read_bytes() == again.read_bytes(), "equal entries give equal bytes"
again.unlink()


def check(zip_path, prefix):
    with zipfile.ZipFile(zip_path) as archive:
        assert archive.testzip() is None
        infos = archive.infolist()
        assert [info.filename for info in infos] == [prefix + entry[0] for entry in ENTRIES]
        for info, (name, size, seed, mask, method) in zip(infos, ENTRIES):
            assert (info.file_size, info.compress_type) == (size, method), name
            assert info.date_time == (1980, 1, 1, 0, 0, 0), name
            assert info.external_attr == 0o100644 << 16, name
            assert bool(info.flag_bits & 8) == (size > HOLD), name
            assert bool(info.flag_bits & 0x800) == (not name.isascii()), name
            # The large ones by their CRC alone, which testzip() has compared with their bytes.
            if size <= HOLD:
                assert archive.read(info) == made(size, seed, mask), name
        return [info.CRC for info in infos]


# By the sink the same, in the order of adding them and not of writing.
crcs = check(path, "")
sunk = work / "sunk.zip"
sunk.unlink(missing_ok=True)
subprocess.run([make_zip, sunk, "sink"], check=True)
assert check(sunk, "levels/x/") == crcs
sunk.unlink()

# From the front: what the local headers say is enough where sizes are known.
data, at = path.read_bytes(), 0
for name, size, seed, mask, method in ENTRIES:
    mark, _need, flags, how, _time, _date, crc, packed, plain, name_size, extra = struct.unpack(
        "<IHHHHHIIIHH", data[at:at + 30])
    assert mark == 0x04034B50 and how == method, name
    begin = at + 30 + name_size + extra
    if flags & 8:
        assert (crc, packed, plain) == (0, 0xFFFFFFFF, 0xFFFFFFFF), name
        end = zipfile.ZipFile(path).getinfo(name).compress_size + begin
        assert data[end:end + 4] == b"PK\x07\x08", name
        at = end + 24
        continue
    body = data[begin:begin + packed]
    body = zlib.decompress(body, -15) if how == 8 else body
    assert (len(body), zlib.crc32(body)) == (plain, crc), name
    at = begin + packed
assert data[at:at + 4] == b"PK\1\2"
path.unlink()

many = work / "many.zip"
subprocess.run([make_zip, many, "many"], check=True)
with zipfile.ZipFile(many) as archive:
    names = archive.namelist()
    assert len(names) == 70000 and names[0] == "0/empty" and names[-1] == "69999/empty"
many.unlink()
print("zips: what Python reads is what was written")
