"""StoaDB through its C interface: queries in, Arrow tables out."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pyarrow

TEXT_VIEWS = 1
DICTIONARIES = 2
LIBRARY = Path(__file__).resolve().parents[2] / "build/release/lib/libstoa.so"


class _Error(ctypes.Structure):
    _fields_ = [
        ("sqlstate", ctypes.c_char_p),
        ("message", ctypes.c_char_p),
        ("detail", ctypes.c_char_p),
        ("hint", ctypes.c_char_p),
    ]


class _ArrowStream(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("get_schema", "get_next", "get_last_error", "release", "data")]


class StoaError(Exception):
    """What a statement raised, as `SQLSTATE: message`."""


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(str(LIBRARY))
    library.stoa_version.restype = ctypes.c_char_p
    library.stoa_config_create.restype = ctypes.c_void_p
    library.stoa_connection_error.restype = ctypes.POINTER(_Error)
    for name in ("stoa_query", "stoa_result_arrow", "stoa_open", "stoa_connect", "stoa_config_set"):
        getattr(library, name).restype = ctypes.c_int
    for name in ("stoa_config_free", "stoa_result_free", "stoa_disconnect", "stoa_close"):
        getattr(library, name).restype = None
    return library


class Connection:
    """A database in memory with one connection."""

    def __init__(self, threads: int) -> None:
        self._library = _load()
        config = ctypes.c_void_p(self._library.stoa_config_create())
        self._library.stoa_config_set(config, b"threads", str(threads).encode())
        self._database = ctypes.c_void_p()
        self._connection = ctypes.c_void_p()
        self._library.stoa_open(None, config, ctypes.byref(self._database))
        self._library.stoa_config_free(config)
        self._library.stoa_connect(self._database, ctypes.byref(self._connection))

    @property
    def version(self) -> str:
        return self._library.stoa_version().decode()

    def _run(self, sql: str) -> ctypes.c_void_p:
        result = ctypes.c_void_p()
        if self._library.stoa_query(self._connection, sql.encode(), ctypes.byref(result)) != 0:
            error = self._library.stoa_connection_error(self._connection).contents
            raise StoaError(f"{error.sqlstate.decode()}: {error.message.decode()}")
        return result

    def execute(self, sql: str) -> None:
        self._library.stoa_result_free(self._run(sql))

    def arrow(self, sql: str, flags: int = TEXT_VIEWS | DICTIONARIES) -> pyarrow.Table:
        """Runs the statement and reads its Arrow stream to the end."""
        result = self._run(sql)
        stream = _ArrowStream()
        status = self._library.stoa_result_arrow(result, flags, ctypes.byref(stream))
        self._library.stoa_result_free(result)
        if status != 0:
            raise StoaError("the result has no Arrow form")
        return pyarrow.RecordBatchReader._import_from_c(ctypes.addressof(stream)).read_all()

    def close(self) -> None:
        self._library.stoa_disconnect(self._connection)
        self._library.stoa_close(self._database)
