#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# fetch-debian.sh [-u] CACHE SUITE ARCH FLAVOUR [MODULE...]: a Debian kernel, by an
# apt with a state of its own, so that the system's is left alone and no foreign
# architecture need be added. FLAVOUR is what follows linux-image- in the name of a
# package, be it one that only depends on the image. Prints the directory that holds
# vmlinuz, package (name and version) and the modules asked for.
# Once fetched it is taken from CACHE, without network; -u looks for a newer one.
# UABENCH_MIRROR names another mirror than the system's. Exit: 0, or 1, having said why.
set -eu

die() {
	printf 'uabench: %s\n' "$*" >&2
	exit 1
}

fresh=false
if [ "${1:-}" = -u ]; then fresh=true; shift; fi
[ $# -ge 4 ] || die 'usage: fetch-debian.sh [-u] CACHE SUITE ARCH FLAVOUR [MODULE...]'
cache=$1 suite=$2 arch=$3 flavour=$4
shift 4

link=$cache/$suite-$arch-$flavour
if ! $fresh && [ -e "$link/vmlinuz" ]; then
	cd -P "$link" && pwd
	exit
fi
for tool in apt-get apt-cache dpkg-deb tar; do
	command -v $tool >/dev/null ||
		die "no $tool here to fetch a Debian kernel with: name an image file instead"
done
mkdir -p "$cache" 2>/dev/null || die "cannot make the cache $cache"

# beside the cache's other entries, so that the last step is one rename
work=$(mktemp -d "$cache/.fetch-XXXXXX" 2>/dev/null) || die "cannot write to the cache $cache"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# the mirror that the system uses
# shellcheck disable=SC2016 # for apt to expand
mirror=${UABENCH_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null |
	grep -m 1 '/debian/$' || :)}
[ -n "$mirror" ] ||
	die "apt names no Debian mirror here: set UABENCH_MIRROR to its address, or name an image file"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
signed=
[ ! -e $keyring ] || signed="Signed-By: $keyring"

mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" "$work/sources" "$work/deb"
: >"$work/state/status"
cat >"$work/sources/debian.sources" <<END
Types: deb
URIs: $mirror
Suites: $suite
Components: main
${signed:-# the keys that apt trusts by itself}
END

# own COMMAND ARG...: an apt of our own
own() (
	program=$1
	shift
	cd "$work/deb"
	exec "$program" -q -o "Dir::State=$work/state" -o "Dir::State::Lists=$work/state/lists" \
		-o "Dir::State::status=$work/state/status" -o "Dir::Cache=$work/cache" \
		-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/sources" \
		-o "APT::Architecture=$arch" -o "APT::Architectures=$arch" \
		-o APT::Sandbox::User=root -o Acquire::Languages=none "$@" </dev/null
)

# why LOG: the line of apt that tells most
why() {
	sed -n 's/^[EW]: *//p' "$1" | head -n 1
}

# a list that could not be had need not matter: the package decides
own apt-get update >"$work/update.log" 2>&1 || :
package=linux-image-$flavour
real=$(own apt-cache depends "$package" 2>/dev/null |
	sed -n 's/^ *Depends: \(linux-image-[^ ]*\)$/\1/p' | head -n 1)
package=${real:-$package}
if ! own apt-get download "$package" >"$work/download.log" 2>&1; then
	reason=$(why "$work/update.log")
	die "cannot fetch $package ($suite, $arch): ${reason:-$(why "$work/download.log")}"
fi
deb=$(echo "$work"/deb/*.deb)
[ -e "$deb" ] || die "apt-get download $package left no package"

# the kernel and the modules asked for, out of some thousands
out=$work/out
mkdir "$out"
patterns='./boot/vmlinu[xz]-*'
for module; do
	patterns="$patterns */$module.ko */$module.ko.*"
done
# shellcheck disable=SC2086 # one pattern a word; not to be expanded here
(set -f; dpkg-deb --fsys-tarfile "$deb" |
	tar -C "$work" -x --wildcards $patterns 2>"$work/tar.log") || :
for image in "$work"/boot/vmlinu[xz]-*; do
	[ -e "$image" ] || die "no kernel in $package: $(head -n 1 "$work/tar.log")"
	mv "$image" "$out/vmlinuz"
	break
done
for module; do
	file=$(find "$work" -name "$module.ko*" -type f | head -n 1)
	case $file in
	'') die "no module $module in $package" ;;
	*.ko) mv "$file" "$out/$module.ko" ;;
	*.xz) xz -dc "$file" >"$out/$module.ko" || die "cannot unpack $module.ko.xz" ;;
	*.zst) zstd -qdc "$file" >"$out/$module.ko" || die "cannot unpack $module.ko.zst" ;;
	*) die "$file: packed in a way not known here" ;;
	esac
done
name=$(basename "$deb" .deb)
echo "$name" >"$out/package"

# in one step, whoever else fetches the same
if ! mv -T "$out" "$cache/$name" 2>/dev/null && ! [ -e "$cache/$name/vmlinuz" ]; then
	die "cannot put the kernel into $cache"
fi
ln -sfn "$name" "$link"
cd -P "$link" && pwd
