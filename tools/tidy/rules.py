"""The rules of docs/STYLE.md that a program can check. Each takes a Tree or a Source and yields Findings."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import source_text

LINE_COLUMNS_MAX = 110
FUNCTION_LINES_MAX = 70
FILE_LINES_MAX = 1000
HEADER_LINES_MAX = 250

CPP_ENDINGS = (".h", ".hpp", ".cpp")
HEADER_ENDINGS = (".h", ".hpp")
SOURCE_FOLDERS = ("src", "include", "tests", "fuzz", "bench", "examples", "tools", "scripts", "cmake")
OTHER_SOURCE_ENDINGS = (".py", ".sh", ".cmake", ".c")

# Parsing one of these costs every file that includes it 0.5 to 8 seconds, or ties our interfaces to a package.
HEAVY_HEADERS = re.compile(
    r'^(?:CLI/|CLI11|spdlog/|simdjson|re2/|hwy/|zstd|lz4|snappy|zlib\.h|utf8proc|date/|boost/|toml\+\+|'
    r"fmt/(?!core\.h|base\.h)|xxhash|histedit|editline|gtest/|gmock/|rapidcheck|openssl/|regex$|iostream$)"
)
BANNED_WORDS = re.compile(r"\b(?:TO" + "DO|FIX" + "ME|XX" + "X|HA" + r"CK)\b")
BANNED_NAME_PARTS = {"util", "utils", "utility", "utilities", "helper", "helpers", "misc", "manager"}
BANNED_WHOLE_NAMES = {"common"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
DECLARED = re.compile(r"\b(?:class|struct|union|namespace|enum(?:\s+class)?)\s+(?:STOA_EXPORT\s+)?([A-Za-z_]\w*)")


@dataclass(frozen=True)
class Finding:
    rule: str
    path: str
    line: int
    message: str
    subject: str = ""  # what a ratchet entry names besides the file: the function
    measure: int = 0  # what a ratchet entry bounds; 0: the rule has no exceptions


@dataclass
class Source:
    path: str  # relative to the root, with slashes
    text: str
    code: str = field(init=False)  # without comments and literals

    def __post_init__(self):
        self.code = source_text.without_comments_and_literals(self.text) if self.is_cpp else self.text

    @property
    def is_cpp(self):
        return self.path.endswith(CPP_ENDINGS)

    @property
    def is_header(self):
        return self.path.endswith(HEADER_ENDINGS)

    def includes(self):
        """(line, path, quoted) of each include."""
        text = source_text.without_comments(self.text)
        for match in INCLUDE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield line, match.group(1) or match.group(2), match.group(1) is not None


def source_paths(root):
    for folder in SOURCE_FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.name.endswith(CPP_ENDINGS + OTHER_SOURCE_ENDINGS + ("CMakeLists.txt",)):
                yield path


def load_sources(root):
    for path in source_paths(root):
        yield Source(path.relative_to(root).as_posix(), path.read_bytes().decode("utf-8", "surrogateescape"))


def build_ranks(root):
    """Layer ranks as the build knows them: the stoa_layer lines of CMakeLists.txt."""
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    return {name: int(rank) for name, rank in re.findall(r"^stoa_layer\((\w+)\s+RANK\s+(\d+)", text, re.MULTILINE)}


def documented_ranks(root):
    """Layer ranks as the table of docs/ARCHITECTURE.md states them."""
    page = root / "docs/ARCHITECTURE.md"
    ranks = {}
    if page.exists():
        for rank, names in re.findall(r"^\|\s*(\d+)\s*\|([^|]+)\|", page.read_text(encoding="utf-8"), re.MULTILINE):
            ranks.update((name, int(rank)) for name in re.findall(r"`(\w+)`", names))
    return ranks


def check_rank_table(root):
    built, documented = build_ranks(root), documented_ranks(root)
    for name in sorted(built.keys() | documented.keys()):
        if built.get(name) != documented.get(name):
            yield Finding("rank-table", "docs/ARCHITECTURE.md", 1,
                          f"layer {name}: rank {documented.get(name)} here, {built.get(name)} in CMakeLists.txt")


def check_folders(root, ranks):
    for path in sorted((root / "src").iterdir() if (root / "src").exists() else []):
        if path.is_dir() and path.name not in ranks and any(path.rglob("*.*")):
            yield Finding("layers", f"src/{path.name}", 1, "folder has no stoa_layer line in CMakeLists.txt")


def check_layers(source, ranks):
    parts = source.path.split("/")
    if parts[0] not in ("src", "include") or len(parts) < 3:
        return
    own = parts[1]
    for line, included, quoted in source.includes():
        target = included.split("/")[0]
        if parts[0] == "include":
            if target in ranks or (quoted and target != "stoa"):
                yield Finding("layers", source.path, line, f"public header includes internal {included}")
        elif target in ranks and target != own and ranks[target] >= ranks.get(own, -1):
            yield Finding("layers", source.path, line,
                          f"{own} (rank {ranks.get(own)}) includes {included} (rank {ranks[target]})")
        elif quoted and target not in ranks and target != "stoa":
            yield Finding("layers", source.path, line, f'"{included}" is not a path under src/')


def check_lengths(source):
    lines = source.text.splitlines()
    for number, line in enumerate(lines, 1):
        if source.is_cpp and len(line) > LINE_COLUMNS_MAX:
            yield Finding("line-length", source.path, number, f"{len(line)} columns, at most {LINE_COLUMNS_MAX}")
    limit = HEADER_LINES_MAX if source.is_header else FILE_LINES_MAX
    if len(lines) > limit:
        yield Finding("file-length", source.path, limit, f"{len(lines)} lines, at most {limit}", measure=len(lines))
    if not source.is_cpp:
        return
    for function in source_text.functions(source.text):
        if function.line_count > FUNCTION_LINES_MAX:
            yield Finding("function-length", source.path, function.first_line,
                          f"{function.name} has {function.line_count} lines, at most {FUNCTION_LINES_MAX}",
                          function.name, function.line_count)


def _words(name):
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name)]


def _is_banned(name):
    return name.lower() in BANNED_WHOLE_NAMES or not BANNED_NAME_PARTS.isdisjoint(_words(name))


def check_names(source):
    for part in source.path.split("/"):
        if _is_banned(part.split(".")[0]):
            yield Finding("names", source.path, 1, f"'{part}' says nothing: name the concept")
    if source.is_cpp:
        for match in DECLARED.finditer(source.code):
            if _is_banned(match.group(1)):
                line = source.code.count("\n", 0, match.start()) + 1
                yield Finding("names", source.path, line, f"'{match.group(1)}' says nothing: name the concept")


def check_text(source):
    for number, line in enumerate(source.text.splitlines(), 1):
        if not line.isascii():
            yield Finding("ascii", source.path, number, "not ASCII (write \\u escapes in literals)")
        word = BANNED_WORDS.search(line)
        if word:
            yield Finding("unfinished", source.path, number, f"{word.group(0)}: finish it, or file an issue")
        if "\t" in line and source.is_cpp:
            yield Finding("tabs", source.path, number, "tab character")


def is_guarded_c_header(path, lines):
    """Public C headers keep to standard C: `#ifndef NAME`, `#define NAME`."""
    words = [line.split() for line in lines]
    return (path.startswith("include/") and path.endswith(".h") and [line[0] for line in words] == ["#ifndef", "#define"]
            and words[0][1:] == words[1][1:])


def check_headers(source):
    if not source.is_header:
        return
    lines = [line.strip() for line in source.code.splitlines() if line.strip()][:2]
    if not lines or lines[0] != "#pragma once" and not is_guarded_c_header(source.path, lines):
        yield Finding("pragma-once", source.path, 1, "a header begins with #pragma once")
    for line, included, _ in source.includes():
        if HEAVY_HEADERS.match(included):
            yield Finding("heavy-header", source.path, line, f"{included} belongs in a .cpp")


def check_tree(root):
    """All findings of all rules over the tree at root."""
    ranks = build_ranks(root)
    yield from check_rank_table(root)
    yield from check_folders(root, ranks)
    for source in load_sources(Path(root)):
        yield from check_text(source)
        yield from check_names(source)
        yield from check_lengths(source)
        if source.is_cpp:
            yield from check_layers(source, ranks)
            yield from check_headers(source)
