#!/usr/bin/env python3
"""Installs the library into a folder of its own and builds and runs the examples against it, as a user would.

Each folder of examples/ is a project: it is built with CMake's find_package and, from its sources alone, with what
pkg-config says; both programs must print the folder's expected.txt. Then: the package names no other library, the
library shows only what is public, and a program that asks for a newer version is refused.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILERS = {".c": ["gcc", "-std=c11", "-pedantic"], ".cpp": ["g++", "-std=c++20", "-pedantic"]}


def run(command, **options):
    """What the command prints; ends the test with all its output when it fails."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(str(word) for word in command)}\nfailed:\n{done.stdout}")
    return done.stdout


def check(what, given, expected):
    if given != expected:
        sys.exit(f"{what} printed\n{given}\nbut should have printed\n{expected}")


def build_with_cmake(example, prefix, flags, scratch):
    build = scratch / f"cmake_{example.name}"
    run(["cmake", "-G", "Ninja", "-S", example, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
         f"-DCMAKE_C_FLAGS={flags}", f"-DCMAKE_CXX_FLAGS={flags}"])
    run(["cmake", "--build", build])
    return next(path for path in build.iterdir() if path.is_file() and path.name.startswith("cities_"))


def build_with_pkg_config(example, prefix, flags, scratch):
    folder = next(prefix.rglob("stoa.pc")).parent
    environment = dict(os.environ, PKG_CONFIG_PATH=str(folder))
    words = run(["pkg-config", "--cflags", "--libs", "stoa"], env=environment).split()
    source = next(path for path in example.iterdir() if path.suffix in COMPILERS)
    program = scratch / f"pkg_config_{example.name}"
    run([*COMPILERS[source.suffix], "-Wall", "-Wextra", "-Werror", *flags.split(), source, "-o", program, *words,
         f"-Wl,-rpath,{folder.parent}"])
    return program


def check_symbols(prefix):
    """Only stoa_* and what lies in namespace stoa may be seen."""
    library = next(prefix.rglob("libstoa.so"))
    for line in run(["nm", "-D", "--defined-only", "-C", library]).splitlines():
        name = line.split(maxsplit=2)[2]
        is_public = name.startswith(("stoa_", "stoa::", "typeinfo for stoa::", "typeinfo name for stoa::",
                                     "vtable for stoa::"))
        if not is_public or name.startswith(("stoa::engine::", "stoa::sql::", "stoa::csv::", "stoa::parquet::")):
            sys.exit(f"{library.name} shows {name}")


def check_package_files(prefix):
    """What the package files name must be there for whoever has only this prefix."""
    targets = next(prefix.rglob("stoa-targets.cmake")).read_text(encoding="utf-8")
    if "INTERFACE_LINK_LIBRARIES" in targets:
        sys.exit("stoa-targets.cmake makes its users link other libraries")
    for path in prefix.rglob("*.cmake"):
        if str(ROOT) in path.read_text(encoding="utf-8"):
            sys.exit(f"{path.name} names the source tree")


def check_versions(prefix, scratch):
    project = scratch / "newer"
    project.mkdir()
    (project / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.20)\nproject(newer LANGUAGES NONE)\n"
                                            "find_package(stoa 99 REQUIRED)\n", encoding="utf-8")
    done = subprocess.run(["cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={prefix}"],
                          capture_output=True, text=True, check=False)
    if done.returncode == 0:
        sys.exit("find_package(stoa 99) was content with this version")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help="the build tree to install from")
    parser.add_argument("--flags", default="", help="further flags for the examples (sanitizers)")
    options = parser.parse_args()
    options.flags = options.flags.replace(";", " ")
    examples = sorted(path.parent for path in (ROOT / "examples").glob("*/expected.txt"))
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        prefix = scratch / "prefix"
        run(["cmake", "--install", options.build, "--prefix", prefix, "--component", "library"])
        check_package_files(prefix)
        check_symbols(prefix)
        check_versions(prefix, scratch)
        for example in examples:
            expected = (example / "expected.txt").read_text(encoding="utf-8")
            for build in (build_with_cmake, build_with_pkg_config):
                program = build(example, prefix, options.flags, scratch)
                check(program, run([program, ROOT / "examples" / "cities.csv"]), expected)
    print(f"installed, built and ran {len(examples)} examples, twice each")


if __name__ == "__main__":
    main()
