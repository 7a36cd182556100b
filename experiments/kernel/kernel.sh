# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# kernel.sh: small kernels as variants of one source; sourced by experiments.
# Run from the folder of an experiment. Wants $work, an absolute folder for all that is
# made, and $uabench. Building wants flex, bison, bc, libelf-dev, libssl-dev and the cross
# compiler; ccache is used where it is.
# shellcheck disable=SC2154

kernel_home=$(cd ../kernel && pwd)

# kernel_needs CROSS: exits where something is missing, before anything is built
kernel_needs() {
	missing=
	for tool in make flex bison bc perl xz "${1}gcc" "${1}ld"; do
		command -v "$tool" >/dev/null || missing="$missing $tool"
	done
	for header in libelf.h openssl/opensslv.h; do
		echo "#include <$header>" | cc -E - >/dev/null 2>&1 || missing="$missing $header"
	done
	[ -z "$missing" ] || { echo "kernel.sh: to be installed first:$missing" >&2; exit 2; }
	[ -x "$uabench" ] || {
		echo "kernel.sh: no $uabench: run make, or say UABENCH=PROGRAM" >&2
		exit 2
	}
}

# kernel_source VERSION: $source becomes a tree of Debian's linux-source-VERSION, without
# its largest drivers, from the installed package or else one fetched by apt-get.
kernel_source() {
	source=$work/linux-source-$1
	[ ! -e "$source/.complete" ] || return 0
	mkdir -p "$work"
	tar=/usr/src/linux-source-$1.tar.xz
	if [ ! -e "$tar" ]; then
		echo "fetching linux-source-$1" >&2
		(cd "$work" && apt-get -q download "linux-source-$1" >&2 &&
		 dpkg -x linux-source-"$1"_*.deb package) || {
			echo "kernel.sh: no linux-source-$1 to be had; apt-get update may help" >&2
			exit 2
		}
		tar=$work/package/usr/src/linux-source-$1.tar.xz
	fi
	echo "unpacking $tar" >&2
	tar -C "$work" -xf "$tar" --wildcards --exclude='*/Documentation/*.rst' \
		--exclude='*/Documentation/*.yaml' --exclude='*/drivers/gpu/drm/*.[ch]' \
		--exclude='*/drivers/media/*.[ch]' --exclude='*/drivers/staging/*.[ch]' \
		--exclude='*/drivers/net/ethernet/*.[ch]' \
		--exclude='*/drivers/net/wireless/*.[ch]' --exclude='*/sound/*.[ch]'
	: > "$source/.complete"
}

# kernel_build NAME ARCH CROSS FLAGS FRAGMENT...: $work/NAME/vmlinux, with debug
# information, and a .su of -fstack-usage beside each object. FLAGS are KCFLAGS.
kernel_build() {
	out=$work/$1 arch=$2 cross=$3 flags=$4
	shift 4
	[ ! -e "$out/.complete" ] || return 0
	mkdir -p "$out"
	cat "$kernel_home/common.config" "$kernel_home/debug.config" "$@" > "$out/fragments"
	cc=${cross}gcc
	! command -v ccache >/dev/null || cc="ccache $cc"
	for target in allnoconfig vmlinux; do
		echo "$(date +%T) $out: $target" >&2
		KCONFIG_ALLCONFIG=$out/fragments CCACHE_NOHASHDIR=1 \
		KBUILD_BUILD_TIMESTAMP='1970-01-01' KBUILD_BUILD_VERSION=1 \
		KBUILD_BUILD_USER=nobody KBUILD_BUILD_HOST=nowhere \
			make -C "$source" O="$out" ARCH="$arch" CROSS_COMPILE="$cross" CC="$cc" \
			KCFLAGS="-fstack-usage $flags" "-j${JOBS:-$(nproc)}" "$target" \
			>"$out/log" 2>&1 || {
			tail -n 20 "$out/log" >&2
			echo "kernel.sh: $target failed; all of it: $out/log" >&2
			exit 1
		}
	done
	# a fragment that Kconfig did not take makes another kernel than the one named
	grep -h '^CONFIG_\|^# CONFIG_' "$out/fragments" | while read -r line; do
		case $line in
		'# '*) ! grep -q "^$(echo "$line" | cut -d' ' -f2)=" "$out/.config" ;;
		*) grep -qxF "$line" "$out/.config" ;;
		esac || { echo "kernel.sh: not in $out/.config: $line" >&2; exit 1; }
	done
	ln -sf "${out##*/}/vmlinux" "$work/vmlinux.${out##*/}"
	: > "$out/.complete"
}

# kernel_usage NAME: how many frames of $work/vmlinux.NAME are what the compiler said of
# each function (the .su files); of names that several functions have, none is compared
kernel_usage() {
	"$uabench" image frames --all --format csv "$work/vmlinux.$1" > "$work/$1/frames.csv"
	find "$work/$1" -name '*.su' -exec cat {} + > "$work/$1/usage"
	awk -F '[,\t]' -v name="$1" '
	NR == FNR { if (FNR > 1) { seen[$1]++; bytes[$1] = $2; code[$1] = $8 == "code" } next }
	{ n = split($1, a, ":"); f = a[n]; sub(/\..*/, "", f); su[f] = $2; how[f] = $3; said[f]++ }
	END {
		for (f in su) {
			if (seen[f] != 1 || said[f] != 1) continue
			compared++
			if (bytes[f] == su[f]) equal++
			else if (!bytes[f]) charged++
			else if (how[f] != "static") dynamic++
			else { other++; if (other <= 10) rest = rest "\n  " f ": " bytes[f] ", .su: " su[f] }
		}
		printf "%s: %d functions compared with their .su: %d equal (%.2f %%)", name, compared,
			equal, 100 * equal / compared
		printf ", %d charged for a frame they have not, %d dynamic, %d other%s\n", charged,
			dynamic, other, rest
	}' "$work/$1/frames.csv" "$work/$1/usage"
}
