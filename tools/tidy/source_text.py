"""C++ text as the rules need it: comments and literals blanked, functions found with their extents.

This is a scanner, not a parser. It knows comments, literals (raw ones too) and braces, and guesses from the text
before a brace what the brace opens; code formatted by clang-format never fools it in a way that matters here.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Function:
    name: str
    first_line: int
    line_count: int


TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<delimiter>[^()\s\\]*)\(.*?\)(?P=delimiter)"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-zA-Z_])(?:u8|[uUL])?'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


def without_comments_and_literals(text):
    """The same text, line for line, with comments and the inside of literals as spaces."""

    def replace(match):
        token = match.group(0)
        if token.startswith("/"):
            return _blank(token)
        return '""' + _blank(token[2:]) if '"' in token else "''" + _blank(token[2:])

    return TOKEN.sub(replace, text)


def without_comments(text):
    return TOKEN.sub(lambda m: _blank(m.group(0)) if m.group(0).startswith("/") else m.group(0), text)


def without_directives(text):
    """Preprocessor lines (with their continuations) as spaces."""
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: _blank(m.group(0)), text, flags=re.MULTILINE)


REQUIRES_CLAUSE = re.compile(r"^requires\s*(?:\((?:[^()]|\([^()]*\))*\)|[\w:]+(?:<[^{}]*?>)?)\s*")
MEMBER_INITIALIZER = re.compile(r"\)\s*(?:noexcept\s*)?:(?!:).*[\w>]\s*$", re.DOTALL)
TEMPLATE_HEAD = re.compile(r"^template\s*<")
CONTAINER = re.compile(r"^(?:\[\[[^\]]*\]\]\s*|inline\s+|export\s+|typedef\s+)*"
                       r"(?:namespace|class|struct|union|enum|extern\s*\"\")\b|^extern\s*\"\"")


def _drop_template_heads(text):
    while TEMPLATE_HEAD.match(text):
        depth = 0
        for place, character in enumerate(text):
            depth += (character == "<") - (character == ">")
            if character == ">" and depth == 0:
                text = text[place + 1:].lstrip()
                break
        else:
            return text
        text = REQUIRES_CLAUSE.sub("", text)
    return text


def _opens(statement):
    """What the brace after this text opens: 'container', 'function' or 'block'."""
    statement = _drop_template_heads(re.sub(r"^(?:public|private|protected)\s*:", "", statement.strip()).strip())
    if CONTAINER.match(statement) and not statement.endswith(")"):
        return "container"
    parenthesis = statement.find("(")
    if parenthesis < 0:
        return "block"
    before = re.sub(r"operator\s*[^\s\w(]+|[=<>!]=", "", statement[:parenthesis])
    return "block" if "=" in before else "function"


def _function_name(statement):
    match = re.search(r"([~\w:]+|operator\s*[^\s\w(]+)\s*\(", _drop_template_heads(statement.strip()))
    return match.group(1) if match else "?"


def functions(text):
    """All function bodies outside other functions: name, first line, number of lines from brace to brace."""
    code = without_directives(without_comments_and_literals(text))
    found, stack, line, statement = [], [], 1, ""
    for character in code:
        if character == "\n":
            line += 1
        if character == "{":
            if any(kind == "function" for kind, _, _ in stack):
                stack.append(("block", "", line))
            elif MEMBER_INITIALIZER.search(statement):
                stack.append(("initializer", statement, line))
            else:
                kind = _opens(statement)
                stack.append((kind, _function_name(statement) if kind == "function" else "", line))
            statement = ""
        elif character == "}":
            kind, name, first = stack.pop() if stack else ("block", "", line)
            if kind == "function":
                found.append(Function(name, first, line - first + 1))
            statement = name if kind == "initializer" else ""
        elif character == ";":
            statement = ""
        else:
            statement += character
    return found
