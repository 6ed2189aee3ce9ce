# Viewfinder: `make help` lists what there is.
#
# Variables: SWIFT (the compiler driver), PREFIX and DESTDIR (install), FILTER (tests to run), CONFIGURATION (release:
# optimized tests), ARGS (bench, evaluate, fuzz, corrupt-models, worst-models, soak, api).

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup deps deps-dev demo test minimal sanitize fuzz corrupt-models worst-models soak api bench evaluate lint \
  docs install uninstall clean

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
FILTER ?=
CONFIGURATION ?= debug
ARGS ?=
export SWIFT PREFIX DESTDIR FILTER CONFIGURATION

# Folders are listed too: removing a file changes its folder's time, and so starts a new build.
SOURCES := Package.swift $(shell find Sources -type d -o -type f 2>/dev/null)

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: deps bin/viewfinder ## Install what is needed and build bin/viewfinder

deps: # Debian packages, the LiteRT library and the sample photos
	@scripts/setup.sh build

deps-dev: # The same, and what the checks need
	@scripts/setup.sh build check

bin/viewfinder: $(SOURCES) scripts/build.sh | deps
	@scripts/build.sh

demo: setup ## Label the sample photos, draw the objects in them and in a video into out/
	@scripts/demo.sh

test: deps-dev ## Check the sources and run the tests (FILTER=… picks some; CONFIGURATION=release)
	@scripts/lint.sh
	@scripts/test.sh

minimal: deps-dev # Build the library with every optional part off
	@scripts/minimal.sh

sanitize: deps-dev ## Run the tests under the address and thread sanitizers
	@scripts/sanitize.sh

fuzz: deps-dev ## Feed hostile bytes to all that reads some (ARGS="--seconds 600 labels": longer, one target)
	@scripts/fuzz.sh $(ARGS)

corrupt-models: deps-dev ## Run 6000 damaged models in processes of their own (ARGS="--mutants 20000")
	@scripts/corrupt_models.sh $(ARGS)

worst-models: deps-dev ## Check small models that ask for as much work as they can
	@scripts/worst_models.sh $(ARGS)

soak: deps-dev ## Ten minutes of mixed work on 8 threads (ARGS="--thread-sanitizer --seconds 60")
	@scripts/soak.sh $(ARGS)

api: ## Compare the public interface with that of the last tag
	@scripts/api.sh $(ARGS)

bench: setup ## Compare speed with MediaPipe on this machine (ARGS=--quick; ARGS='--against COMMIT': with itself)
	@scripts/bench.sh $(ARGS)

evaluate: setup ## Measure detectors on annotated photos (ARGS="--data FOLDER --detector NAME=FILE --domains FOLDER")
	@python3 scripts/evaluate_detection.py $(ARGS)

lint: deps-dev ## Check format, shell scripts, Markdown links and the order of modules
	@scripts/lint.sh

docs: deps-dev ## Build the reference into .build/documentation; warnings are errors
	@scripts/docs.sh

install: setup ## Install into PREFIX (default /usr/local), below DESTDIR if set
	@scripts/install.sh

uninstall: ## Remove what install put into PREFIX
	@scripts/install.sh --remove

clean: ## Remove what was built (keeps what was downloaded)
	rm -rf .build bin Benchmarks/.build Fuzz/.build
