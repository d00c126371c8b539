"""The C library by ctypes: it is loaded, and its errors become exceptions. Private to this package."""

from __future__ import annotations

import ctypes
import difflib
import json
import os
import re
from ctypes import byref
from ctypes.util import find_library
from typing import Sequence

from scree._abi import *  # noqa: F401,F403
from scree._abi import CANCELLED, FUNCTIONS, NO_OFFSET, Error, Source


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
    for path in (os.environ.get("SCREE_LIBRARY"), os.path.join(here, "libscree.so.0.1"),
                 "libscree.so.0.1", find_library("scree")):
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


# What several members are given as: of those of a struct that has all of them.
TOGETHER = {"size": ("width", "height"), "raw_size": ("raw_width", "raw_height"),
            "region": ("column", "row", "columns", "rows"), "part": ("part", "parts")}


def options(struct: type, given: dict):
    """A struct of options with the members that are given; None leaves the initial value.

    Words of an enum and texts are str, several words a list of them; a source is a path, the bytes of a
    file, or what becomes JSON; of plants the name of a set, or True or False, will do as well. A number
    that need not be there, beside has_NAME, is there if it is given. size is (width, height), or a number
    for both; see TOGETHER.
    """
    made, = apart(given, struct)
    return made


def apart(given: dict, *structs: type) -> list:
    """The same for several structs, each of which gets its own members."""
    made = [struct() for struct in structs]
    for name, value in given.items():
        for one in made:
            if name in names_of(type(one)):
                for member, part in _members(name, value, _kinds(type(one))):
                    _put(one, member, part, _kinds(type(one))[member])
                break
        else:
            close = difflib.get_close_matches(name, [known for struct in structs for known in names_of(struct)], 1)
            raise TypeError(f"there is no option {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))
    return made


def names_of(struct: type) -> list[str]:
    """What can be given for a struct."""
    kinds = _kinds(struct)
    return list(dict.fromkeys([*kinds, *(name for name, members in TOGETHER.items() if set(members) <= set(kinds))]))


def _kinds(struct: type) -> dict:
    """The types of a struct's members, and of those that it holds as if they were its own; without what
    follows from others, and what no value can be: functions, handles and structs elsewhere."""
    kinds, inner = {}, getattr(struct, "_anonymous_", ())
    for name, kind in struct._fields_:
        if name in inner:
            kinds.update(_kinds(kind))
        elif kind is ctypes.POINTER(ctypes.c_char_p) or not issubclass(
                kind, (ctypes.c_void_p, ctypes._Pointer, ctypes._CFuncPtr)):
            kinds[name] = kind
    return {name: kind for name, kind in kinds.items()
            if name != "size" and not name.startswith("has_") and not name.endswith("_count")}


def _members(name: str, value, kinds: dict):
    """What a name gives to which members."""
    members = TOGETHER.get(name, ())
    is_list = hasattr(value, "__iter__")
    if value is None:
        return ()
    if not members or name in kinds and not is_list:
        return ((name, value),)
    values = tuple(value) if is_list else (value,) * len(members)
    if len(values) != len(members):
        raise ValueError(f"{name} is {value!r}; expected " + ", ".join(members))
    return zip(members, values)


def word(name: str, given, known: Sequence[str]) -> int:
    """The number of a word."""
    if given not in known:
        raise ValueError(f"{name} is {given!r}; expected one of " + ", ".join(known))
    return known.index(given)


def _put(made, name: str, value, kind) -> None:
    flag = "has_" + re.sub(r"_(m|deg)$", "", name)
    if hasattr(made, flag):
        setattr(made, flag, True)
    if name in made._words_:
        value = word(name, value, made._words_[name])
    elif name in made._bits_:
        words = [value] if isinstance(value, str) else value
        value = sum({1 << word(name, one, made._bits_[name]) for one in words})
    elif kind is Source:
        is_set = isinstance(value, bool) or value in PLANTS_SETS
        if hasattr(made, f"{name}_set") and is_set:
            name, value = f"{name}_set", (("auto" if value else "none") if isinstance(value, bool) else value).encode()
        else:
            value, kept = source(value, name)
            made.kept = (*getattr(made, "kept", ()), kept)
    elif kind is ctypes.c_char_p:
        value = os.fsencode(value)
    elif kind is ctypes.POINTER(ctypes.c_char_p):
        setattr(made, f"{name}_count", len(value))
        value = (ctypes.c_char_p * len(value))(*[None if one is None else os.fsencode(one) for one in value])
    elif isinstance(getattr(made, name), ctypes.Array):
        getattr(made, name)[:] = value
        return
    made.kept = (*getattr(made, "kept", ()), value)     # ctypes forgets texts of structs within structs
    try:
        setattr(made, name, value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; expected a number") from None


PLANTS_SETS = ("auto", "none", "temperate", "alpine", "desert")


def source(where, kind: str) -> tuple[Source, object]:
    """A scree_source, and what must live as long as it."""
    if isinstance(where, (dict, list)):
        where = json.dumps(where).encode()
    if isinstance(where, (bytes, bytearray, memoryview)):
        data = bytes(where)
        return Source(data=ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p), size=len(data)), data
    if isinstance(where, (str, os.PathLike)):
        name = os.fsencode(where)
        return Source(name=name), name
    raise TypeError(f"{kind} is {type(where).__name__}; expected a path or bytes")


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
