# SPDX-License-Identifier: GPL-2.0-or-later
# Verbs only: Meson builds, scripts/ holds the steps.
#
#   make            build; leaves build/uabench runnable in the tree
#   make run        install what the build needs, build, measure this kernel
#   make check      install what the tests need, build, run every test
#   make deps       install what the build needs
#   make bench      figures of the tool's own speed and cost: bench-loop, bench-scale
#   make bench-NAME scripts/bench-NAME.sh: loop scale stats peers power image uaccess;
#                   ARGS are its arguments after the build, each says which in its head
#   make runners    the static runner for every target of machines/
#   make lint       the linters alone
#   make docs       docs/cases.md, from the descriptors of the cases and docs/evidence.tsv
#   make evidence   docs/evidence.tsv, from the running kernel; as root, with perf
#   make install    PREFIX=/usr/local, DESTDIR= as usual
#   make clean      remove all that was built
#
# ARGS are passed on:  make run ARGS='-o base/'

ARGS =
PREFIX =
S = sh scripts

.PHONY: all deps run check bench runners lint evidence docs install clean
.NOTPARALLEL:

all:
	@$S/build.sh build

deps:
	@$S/deps.sh build

run: deps all
	@build/uabench run $(ARGS)

check:
	@$S/deps.sh check
	@$S/check.sh $(ARGS)

bench: bench-loop bench-scale

bench-%:
	@$S/deps.sh check
	@$S/build.sh build -Dtests=enabled
	@$S/bench-$*.sh build $(ARGS)

runners:
	@$S/runners.sh build-runners

lint:
	@$S/check.sh lint

evidence: all
	@$S/evidence.sh build

docs: all
	@$S/docs.sh build/uabench > docs/cases.md

install: all
	@$(if $(PREFIX),meson configure build '-Dprefix=$(PREFIX)' && ninja -C build)
	@meson install -C build --no-rebuild
	@$S/install-runners.sh build build-runners

clean:
	rm -rf build build-check build-runners
