#!/usr/bin/env python3
"""Plants a dear header and one that does not compile alone, and sees both reported."""

import tempfile
import unittest
from pathlib import Path

import header_cost


class HeaderCostTest(unittest.TestCase):
    def problems(self, text):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "src/base").mkdir(parents=True)
            (root / "include").mkdir()
            (root / "src/base/a.h").write_text("#pragma once\n" + text)
            return header_cost.check(root, "g++", None, 1)[3]

    def test_lean_header_passes(self):
        self.assertEqual(self.problems("#include <string>\n"), [])

    def test_dear_header_is_reported(self):
        dear = "#include <filesystem>\n#include <regex>\n#include <CLI/CLI.hpp>\n#include <gmock/gmock.h>\n"
        self.assertIn("costs", self.problems(dear)[0])

    def test_header_that_misses_an_include_is_reported(self):
        self.assertIn("does not compile alone", self.problems("std::string f();\n")[0])


if __name__ == "__main__":
    unittest.main()
