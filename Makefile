# Each target does the set-up it needs. Build trees are build/<preset>; the program is build/release/bin/stoa.
.DEFAULT_GOAL := build
.PHONY: setup build test demo bench python lint format clean
JOBS ?= $(shell nproc)

setup:
	@scripts/setup.sh

build: setup
	cmake --preset release
	cmake --build --preset release -j $(JOBS)

test: build
	ctest --preset release -j $(JOBS)

demo: setup
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target stoa
	scripts/demo.sh

bench:
	@scripts/setup.sh --bench
	cmake --preset release
	cmake --build --preset release -j $(JOBS)
	scripts/bench.sh

python:
	@echo "make python: the Python package comes with a later version; this one has the shell, C++ and C" >&2
	@exit 1

lint: setup
	cmake --preset release
	scripts/lint.sh

format: setup
	git ls-files -z -- '*.h' '*.hpp' '*.cpp' | xargs -0 clang-format-19 -i

clean:
	rm -rf build
