"""The C library by ctypes: it is loaded, and its errors become exceptions. Private to this package."""

from __future__ import annotations

import ctypes
import os
import re
from ctypes import byref
from ctypes.util import find_library

from scree._abi import *  # noqa: F401,F403
from scree._abi import CANCELLED, FUNCTIONS, NO_OFFSET, Error


def callback(struct: type, member: str, function):
    """A function of Python as the library calls that member of a struct."""
    return dict(struct._fields_)[member](function)


class ScreeError(Exception):
    """What the library refuses or cannot do.

    code    a number of enum scree_code; name is the same in a word or two: "cannot read"
    file    the file concerned, "" if none
    offset  the byte in it, None if not known
    field   the option to blame or missing, as include/scree/ names it ("cell_m"); "" if none
    text    one sentence: what was found; what to do

    As a text it is the file and the sentence, with the field in front if the sentence does not name it.
    """

    def __init__(self, code: int, name: str, file: str, offset: int | None, field: str, text: str):
        said = text
        if field and not re.search(rf"\b{re.escape(field)}\b", text):   # else it says what it is about
            said = f"{field} {text}" if text.startswith("is ") else f"{field}: {text}"
        super().__init__(f"{file}: {said}" if file else said)
        self.code, self.name, self.file = code, name, file
        self.offset, self.field, self.text = offset, field, text


class Cancelled(ScreeError):
    """A progress callback asked for an end."""


def _load() -> ctypes.CDLL:
    here = os.path.dirname(os.path.abspath(__file__))
    for path in (os.environ.get("SCREE_LIBRARY"), os.path.join(here, "libscree.so.0"),
                 "libscree.so.0", find_library("scree")):
        if not path or (os.path.isabs(path) and not os.path.exists(path)):
            continue
        try:
            return ctypes.CDLL(path)
        except OSError:
            continue
    raise ImportError("libscree is not installed; install it, or set SCREE_LIBRARY to its path")


lib = _load()
for _name, (_result, _arguments) in FUNCTIONS.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _arguments


def text(value: bytes | None) -> str:
    return value.decode("utf-8", "replace") if value else ""


def call(name: str, *arguments) -> None:
    """Calls a function whose last argument is the error; raises what it reports."""
    error = Error()
    code = getattr(lib, name)(*arguments, byref(error))
    if code == 0:
        return
    kind = Cancelled if code == CANCELLED else ScreeError
    raise kind(code, text(lib.scree_code_name(code)), text(error.file),
               None if error.offset == NO_OFFSET else error.offset, text(error.field),
               text(error.text))
