#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# deps.sh build|check: installs the Debian packages that building (or checking)
# needs and this machine lacks. Where it lacks none: nothing said, no network.
# deps.sh -n build|check: only tells what is missing, and what to do about it.
# Exit: 0 all is here, 2 something is missing and was not installed.
set -eu
cd "$(dirname "$0")/.."

# purpose, package, and the sign that it is here, whoever put it there
packages() {
	cat <<-'END'
	build gcc command cc
	build libc6-dev linking cc
	build meson command meson
	build ninja-build command ninja
	build pkg-config command pkg-config
	build libjansson-dev library jansson>=2.12
	build libgsl-dev library gsl
	build libelf-dev library libelf
	build libdw-dev library libdw
	build zlib1g-dev library zlib
	build liblzma-dev library liblzma
	build libzstd-dev library libzstd
	build liblz4-dev library liblz4
	check libcmocka-dev library cmocka
	check g++ command g++
	check clang command clang
	check libclang-rt-dev sanitizing clang
	check clang-tidy command clang-tidy
	check shellcheck command shellcheck
	check zstd command zstd
	check lz4 command lz4
	check xz-utils command xz
	check mandoc command mandoc
	check python3-jsonschema module jsonschema
	check qemu-user command qemu-s390x
	check qemu-system-x86 command qemu-system-x86_64
	check qemu-system-arm command qemu-system-aarch64
	check gcc-mips-linux-gnu command mips-linux-gnu-gcc
	check gcc-mips64el-linux-gnuabi64 command mips64el-linux-gnuabi64-gcc
	check linux-source-6.1 file /usr/src/linux-source-6.1.tar.xz
	END
	native=$(dpkg --print-architecture 2>/dev/null || :)
	for ini in machines/*.ini; do	# a cross compiler and its libc a target
		cc=$(sed -n "s/^c = '\(.*\)'/\1/p" "$ini")
		arch=$(basename "$ini" .ini)
		case $cc/$arch in /* | */"$native") continue ;; esac
		echo "check gcc-$(echo "${cc%-gcc}" | tr _ -) command $cc"
		echo "check libc6-dev-$arch-cross linking $cc"
	done
}

# here HOW WHAT: true where it is usable
here() {
	case $1 in
	command) command -v "$2" >/dev/null ;;
	library) pkg-config --exists "$2" 2>/dev/null ;;
	module)  python3 -c "import $2" 2>/dev/null || /usr/bin/python3 -c "import $2" 2>/dev/null ;;
	file)    [ -e "$2" ] ;;
	sanitizing) echo 'int x;' | "$2" -fsanitize=address -shared -fPIC -x c -o "$tmp" - 2>/dev/null ;;
	linking) echo 'int main(void) { return 0; }' |
		 "$2" -static -x c -include stdio.h -o "$tmp" - 2>/dev/null ;;
	esac
}

only_tell=false
if [ "${1:-}" = -n ]; then only_tell=true; shift; fi
case ${1:-} in
build) wanted=build ;;
check) wanted='build|check' ;;
*) echo 'usage: deps.sh [-n] build|check' >&2; exit 2 ;;
esac

tmp=$(mktemp)
trap 'rm -f "$tmp"' EXIT
trap 'exit 130' INT TERM

list=$(packages | grep -E "^($wanted) ")
# shellcheck disable=SC2046,SC2016 # one word a package; dpkg expands ${}
installed=" $(dpkg-query -W -f '${Package} ${db:Status-Status}\n' \
	$(echo "$list" | cut -d' ' -f2) 2>/dev/null |
	sed -n 's/ installed$//p' | tr '\n' ' ') "
missing='' signs=''
while read -r _ package how what; do
	case $installed in *" $package "*) continue ;; esac
	here "$how" "$what" && continue
	[ "$how" != linking ] || what="$what -static, with a libc"
	missing="$missing $package" signs="$signs
  $how $what (Debian: $package)"
done <<END
$list
END
[ -n "$missing" ] || exit 0

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
	printf 'uabench needs these, and this system lacks them:%s\n' "$signs" >&2
	echo 'Install them by the means of this system, then try again.' >&2
	exit 2
fi

by_hand="apt-get install --no-install-recommends$missing"
verb="make deps"
[ "$1" = build ] || verb="sh scripts/deps.sh $1"
if $only_tell; then
	printf 'uabench: not installed:%s\n' "$missing" >&2
	printf 'Run this to install them:  %s\n' "$verb" >&2
	exit 2
fi

as_root=
if [ "$(id -u)" != 0 ]; then
	as_root='sudo'
	[ -t 0 ] || as_root='sudo -n'
	if ! command -v sudo >/dev/null || { [ ! -t 0 ] && ! sudo -n true 2>/dev/null; }; then
		printf 'uabench: not installed:%s\n' "$missing" >&2
		printf 'Run this as root, then try again:\n  %s\n' "$by_hand" >&2
		exit 2
	fi
fi

printf 'uabench: to be installed with apt-get%s:\n' "${as_root:+ (through sudo)}"
echo "$missing" | fmt -w 76 2>/dev/null | sed 's/^ */  /' || echo " $missing"
if [ -t 0 ]; then
	printf 'Install them now? [Y/n] '
	read -r answer || answer=n
	case $answer in
	'' | [Yy] | [Yy][Ee][Ss]) ;;
	*) printf 'Not installed. To do it by hand, as root:\n  %s\n' "$by_hand" >&2
	   exit 2 ;;
	esac
fi

apt() {
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q \
		-o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 "$@" </dev/null
}
add() {
	# shellcheck disable=SC2086 # one word a package
	apt install -y --no-install-recommends $missing
}
update() {	# one unreachable source need not matter: the install decides
	apt update || echo 'uabench: apt-get update failed; trying with the lists there are' >&2
}

set -- /var/lib/apt/lists/*_Packages*
if [ -e "$1" ]; then
	add && exit 0
	echo 'uabench: the install failed; trying again with fresh package lists' >&2
fi
update
add && exit 0
printf 'uabench: could not install what is missing. To see why, as root:\n  apt-get update\n  %s\n' \
	"$by_hand" >&2
exit 2
