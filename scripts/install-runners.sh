#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# install-runners.sh BUILD RUNNERS: installs the runners that `make runners` left in
# RUNNERS where BUILD installs its own, for `uabench boot`. Without any, does nothing.
set -eu
option() {
	meson introspect --buildoptions "$1" | tr '{' '\n' |
		sed -n "s/.*\"name\": \"$2\", \"value\": \"\([^\"]*\)\".*/\1/p"
}
set -- "$1" "$2"/uabench-runner-*
build=$1
shift
[ -e "$1" ] || exit 0
dir=$(option "$build" libexecdir)
case $dir in
/*) ;;
*) dir=$(option "$build" prefix)/$dir ;;
esac
for runner; do
	install -D -m 755 "$runner" "${DESTDIR:-}$dir/uabench/$(basename "$runner")"
done
