#!/usr/bin/env python3
"""Plants a violation of each rule in a small tree and sees it reported, and a clean tree pass."""

import tempfile
import unittest
from pathlib import Path

import rules
import source_text
import tidy

CLEAN = {
    "CMakeLists.txt": "stoa_layer(base RANK 0)\nstoa_layer(io RANK 1 DEPENDS base)\nstoa_layer(types RANK 1)\n",
    "docs/ARCHITECTURE.md": "| rank | folder |\n| 0 | `base` | x |\n| 1 | `io`, `types` | x |\n",
    "src/base/error.h": "#pragma once\n\n#include <string>\n\nnamespace stoa {\nclass Error {};\n}\n",
    "src/io/file.h": '#pragma once\n\n#include "base/error.h"\n',
    "src/io/file.cpp": '#include "io/file.h"\n\n#include <fmt/format.h>\n\nint f() { return 1; }\n',
    "include/stoa/stoa.hpp": "#pragma once\n#include <stoa/result.hpp>\n",
}


def long_function(line_count):
    return "int f(int a) {\n" + "  ++a;\n" * (line_count - 3) + "  return a;\n}\n"


class TidyTest(unittest.TestCase):
    def findings(self, planted, ratchet=""):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for path, text in {**CLEAN, **planted, tidy.RATCHET: ratchet}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            return [(finding.rule, finding.path, finding.line)
                    for finding in tidy.apply_ratchet(list(rules.check_tree(root)), tidy.load_ratchet(root))]

    def assert_planted(self, path, text, rule, line):
        self.assertEqual(self.findings({path: text}), [(rule, path, line)])

    def test_clean_tree_has_no_findings(self):
        self.assertEqual(self.findings({}), [])

    def test_include_of_higher_rank(self):
        self.assert_planted("src/base/a.cpp", '\n#include "io/file.h"\n', "layers", 2)

    def test_include_of_equal_rank(self):
        self.assert_planted("src/types/a.cpp", '#include "io/file.h"\n', "layers", 1)

    def test_include_relative_to_the_file(self):
        self.assert_planted("src/io/a.cpp", '#include "file.h"\n', "layers", 1)

    def test_include_in_a_comment_is_none(self):
        self.assertEqual(self.findings({"src/base/a.cpp": '// #include "io/file.h"\n'}), [])

    def test_internal_include_in_public_header(self):
        self.assert_planted("include/stoa/a.hpp", '#pragma once\n#include "base/error.h"\n', "layers", 2)

    def test_folder_without_rank(self):
        self.assertEqual(self.findings({"src/extra/a.cpp": "int a;\n"}), [("layers", "src/extra", 1)])

    def test_rank_table_disagrees(self):
        table = "| 0 | `base` | x |\n| 2 | `io` | x |\n| 1 | `types` | x |\n"
        self.assertEqual(self.findings({"docs/ARCHITECTURE.md": table}), [("rank-table", "docs/ARCHITECTURE.md", 1)])

    def test_long_line(self):
        self.assert_planted("src/io/a.cpp", "int a;  // " + "x" * 100 + "\n", "line-length", 1)

    def test_long_header(self):
        self.assert_planted("src/io/a.h", "#pragma once\n" + "int a;\n" * 250, "file-length", 250)

    def test_long_file(self):
        self.assert_planted("src/io/a.cpp", "int a;\n" * 1001, "file-length", 1000)

    def test_long_function(self):
        self.assert_planted("src/io/a.cpp", "namespace x {\n" + long_function(71) + "}\n", "function-length", 2)
        self.assertEqual(self.findings({"src/io/a.cpp": long_function(70)}), [])

    def test_ratchet_allows_up_to_its_measure(self):
        entry = "function-length src/io/a.cpp f 80  # a table of cases\n"
        self.assertEqual(self.findings({"src/io/a.cpp": long_function(80)}, entry), [])
        self.assertEqual(self.findings({"src/io/a.cpp": long_function(81)}, entry),
                         [("function-length", "src/io/a.cpp", 1)])

    def test_ratchet_entry_must_be_needed(self):
        entry = "function-length src/io/a.cpp f 80\n"
        self.assertEqual(self.findings({"src/io/a.cpp": long_function(75)}, entry), [("ratchet", tidy.RATCHET, 1)])
        self.assertEqual(self.findings({}, entry), [("ratchet", tidy.RATCHET, 1)])

    def test_banned_file_name(self):
        self.assert_planted("src/io/file_" + "utils.cpp", "int a;\n", "names", 1)
        self.assert_planted("src/io/common.cpp", "int a;\n", "names", 1)

    def test_banned_type_name(self):
        self.assert_planted("src/io/a.cpp", "\nclass BufferManager {};\n", "names", 2)
        self.assertEqual(self.findings({"src/io/a.cpp": "int common_type(int management);\n"}), [])

    def test_not_ascii(self):
        self.assert_planted("src/io/a.cpp", "\n// caf\u00e9\n", "ascii", 2)

    def test_unfinished(self):
        for word in ("TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"):
            self.assert_planted("src/io/a.cpp", f"// {word} later\n", "unfinished", 1)

    def test_heavy_header(self):
        for name in ("CLI/CLI.hpp", "spdlog/spdlog.h", "simdjson.h", "re2/re2.h", "hwy/highway.h", "zstd.h"):
            self.assert_planted("src/io/a.h", f"#pragma once\n#include <{name}>\n", "heavy-header", 2)

    def test_pragma_once(self):
        self.assert_planted("src/io/a.h", "// says something\nint a;\n", "pragma-once", 1)
        self.assertEqual(self.findings({"src/io/a.h": "// says something\n#pragma once\n"}), [])

    def test_public_c_headers_may_have_guards(self):
        guarded = "/* says something */\n#ifndef A_H\n#define A_H\nint a;\n#endif\n"
        self.assertEqual(self.findings({"include/stoa/a.h": guarded}), [])
        self.assert_planted("include/stoa/a.h", guarded.replace("define A_H", "define B_H"), "pragma-once", 1)
        self.assert_planted("src/io/a.h", guarded, "pragma-once", 1)
        self.assert_planted("include/stoa/a.hpp", guarded, "pragma-once", 1)

    def test_functions_are_found(self):
        text = '''
            namespace a { class B : public C { B(int x) : x_{x}, y_(x) {
                if (x) { f("}"); }
              } int g() const { return '}'; } int x_ = 1'000; }; }
            constexpr int kTable[] = {f(1), 2};
            template <class T> requires (sizeof(T) > 1) struct D { };
            auto h() -> int { auto z = R"(})"; return [] { return 1; }(); }
            extern "C" { void k() { } }
        '''
        self.assertEqual([function.name for function in source_text.functions(text)],
                         ["B", "g", "h", "k"])


if __name__ == "__main__":
    unittest.main()
