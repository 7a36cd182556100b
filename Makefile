# SPDX-License-Identifier: GPL-2.0-or-later
# Verbs only: Meson builds, scripts/ holds the steps.
#
#   make            build; leaves build/uabench runnable in the tree
#   make run        install what the build needs, build, measure this kernel
#   make check      install what the tests need, build, run every test
#   make deps       install what the build needs
#   make bench      figures of the tool's own speed and cost; ARGS names the scripts
#   make runners    the static runner for every target of machines/
#   make bench-image  `image` beside objdump, checkstack.pl, libdw; ARGS=VMLINUX
#   make bench-uaccess  what libuaccess costs; docs/uaccess.md says how to read it
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

.PHONY: all deps run check bench bench-image bench-uaccess runners lint evidence docs install clean
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

bench:
	@$S/deps.sh check
	@$S/build.sh build -Dtests=enabled
	@$S/bench.sh $(ARGS)

bench-uaccess: all
	@$S/bench-uaccess.sh build $(ARGS)

runners:
	@$S/runners.sh build-runners

bench-image:
	@$S/build.sh build -Dtests=enabled
	@$S/bench-image.sh build $(ARGS)

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
