#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# `image frames` against what the compilers say of their stack (-fstack-usage), and what
# objdump says of instructions and of calls of __stack_chk_fail.
. "${0%/*}/lib.sh"

# shared by the builds of one `make check`: the objects are the compilers', not ours
objects=$TMPDIR/objects
[ ! -d "$SRCDIR/build-check" ] || objects=$SRCDIR/build-check/image-objects-$(
	cat "$SRCDIR/tests/image/corpus.c" "$SRCDIR/tests/image/objects.sh" | cksum | cut -d' ' -f1)
sh "$SRCDIR/tests/image/objects.sh" "$objects" > made || fail "the objects do not compile"
cat made

# cross ARCH: the prefix of its binutils
cross() {
	case $1 in
	x86-64) echo x86_64-linux-gnu- ;;
	arm64) echo aarch64-linux-gnu- ;;
	arm | thumb) echo arm-linux-gnueabihf- ;;
	ppc64el) echo powerpc64le-linux-gnu- ;;
	*) echo "$1-linux-gnu-" ;;
	esac
}

# what objdump says: function,instructions,calls of __stack_chk_fail,moves of r1 (powerpc)
by_objdump() {
	"$(cross "$1")nm" -S "$2" | awk 'NF == 4 && $3 ~ /[tTwW]/ { print "size", $4, $2 }' > sizes
	"$(cross "$1")objdump" -drz --no-show-raw-insn "$2" | awk -F '\t' '
	function hex(s,  i, v) {
		for (i = 1; i <= length(s); i++)
			v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
		return v
	}
	FILENAME == "sizes" { split($0, a, " "); size[a[2]] = hex(a[3]); next }
	/^[0-9a-f]+ <.*>:$/ {
		split($0, a, /[<> ]/)
		if (a[3] in size) { name = a[3]; start = hex(a[1]) }
		next
	}
	/R_.*__stack_chk_fail/ { calls[name]++; next }
	/^ *[0-9a-f]+:\t/ {
		at = $1
		gsub(/[ :]/, "", at)
		if (hex(at) - start >= size[name] || $2 ~ /^\.(word|short|byte)/)
			next
		insns[name]++
		if ($0 ~ /(stwu|stdu)x? +r[0-9]+,.*r1/)
			moves[name]++
	}
	END {
		for (name in insns) {	# a piece that was moved away is part of its function
			whole = name
			sub(/\.cold.*/, "", whole)
			i[whole] += insns[name]; c[whole] += calls[name]; m[whole] += moves[name]
		}
		for (name in i)
			printf "%s,%d,%d,%d\n", name, i[name], c[name], m[name]
	}' sizes - > "$3"
}

# check OBJECT: its frames against the .su, instructions and canaries against objdump
check() {
	name=$(basename "$1" .o)
	arch=${name%%-[gce]*}
	expect_exit 0 "$UABENCH" image frames --all --format csv "$1"
	cp "$out" ours.csv
	by_objdump "$arch" "$1" objdump.csv
	awk -F '[,\t]' -v name="$name" '
	# why the compiler and the code differ; see docs/image.md, "What -fstack-usage says"
	function why(f,  clang) {
		clang = name ~ /clang/
		if (name ~ /^x86-64-clang/ && ours[f] == su[f] + 8)
			return "equal"		# clang leaves the return address out
		if (f ~ /^(alloca|vla|aligned)_/)
			return "dynamic"
		if (name ~ /^(arm|thumb)-/ && !clang && f ~ /^(varargs_[12]|by_value_1)$/)
			return "pushed"
		if (name ~ /^x86-64-clang/ && f ~ /^(args|taken)_/)
			return "pushed"		# arguments of calls, and the return address
		if (name ~ /^(powerpc|ppc64el)-/ && !clang && !ours[f] && !moves[f])
			return "charged"	# gcc counts an area that it does not allocate
		return ""
	}
	FILENAME == "ours.csv" {
		if (FNR > 1) { ours[$1] = $2; checks[$1] = $4; insns[$1] = $8; n++ }
		next
	}
	FILENAME == "objdump.csv" { o_insns[$1] = $2; o_checks[$1] = $3; moves[$1] = $4; next }
	{ k = split($1, a, ":"); su[a[k]] = $2; total++ }
	END {
		for (f in su) {
			if (!(f in ours)) { print "missing: " f; bad++; continue }
			reason = ours[f] == su[f] ? "equal" : why(f)
			count[reason]++
			if (reason == "") { print f ": " ours[f] ", .su: " su[f]; bad++ }
			if (insns[f] != o_insns[f]) {
				print f ": " insns[f] " instructions, objdump: " o_insns[f]; bad++
			}
			if (checks[f] != o_checks[f]) {
				print f ": " checks[f] " canary checks, objdump: " o_checks[f]; bad++
			}
			guarded += checks[f] > 0
		}
		if (n != total) { print n " functions, of " total; bad++ }
		if (total < 300 || count["equal"] < 0.99 * (total - count["charged"] - count["pushed"])) {
			print count["equal"] " equal of " total ", " count["charged"] " charged"; bad++
		}
		if (guarded == 0 && name !~ /-no$/) { print "no canary at all"; bad++ }
		if (guarded && name ~ /-no$/) { print guarded " canaries without the flag"; bad++ }
		printf "%s: %d of %d equal", name, count["equal"], total
		if (count["charged"]) printf ", %d charged for nothing", count["charged"]
		printf "\n"
		exit bad > 0
	}' ours.csv objdump.csv "${1%.o}.su" || fail "$name"
}

seen=0
for o in "$objects"/*-*.o; do
	case $(basename "$o") in new-*) continue ;; esac
	check "$o"
	seen=$((seen + 1))
done
[ $seen -gt 0 ] || skip "no compiler is here"
ok "$seen objects: frames, instructions and canaries"

# without debug information: by the instructions, and hardly worse
for o in "$objects"/*-strong.o; do
	arch=$(basename "$o" | sed 's/-[gc][a-z]*-.*//')
	"$(cross "$arch")strip" -g -R .eh_frame -o stripped.o "$o"
	"$UABENCH" image frames -a -f csv "$o" | cut -d, -f1,2 > by-cfi
	"$UABENCH" image frames -a -f csv stripped.o | cut -d, -f1,2 > by-code
	expect_exit 0 "$UABENCH" image frames stripped.o
	expect_grep 'no call frame information'
	sort by-code > sorted
	differ=$(sort by-cfi | comm -23 - sorted | wc -l)
	[ "$differ" -le 3 ] || fail "$(basename "$o"): $differ frames differ without call frames"
done
ok "stripped objects"

# linked: calls are found by where they go
for arch in x86-64 arm64 arm riscv64 powerpc ppc64el s390x arc; do
	o=$objects/$arch-gcc-strong.o
	[ -e "$o" ] || continue
	"$(cross $arch)gcc" -O2 -ffreestanding -fno-pic -fno-stack-protector -w -c -o stub.o \
		"$SRCDIR/tests/image/stub.c"
	"$(cross $arch)ld" -static --unresolved-symbols=ignore-all -e 0 -o linked "$o" stub.o \
		2> ld.log || { cat ld.log; fail "$arch does not link"; }
	"$UABENCH" image frames -a -f csv "$o" | cut -d, -f1-4 | sort > apart.csv
	"$UABENCH" image frames -a -f csv linked | cut -d, -f1-4 | sort > linked.csv
	comm -23 apart.csv linked.csv > lost
	[ ! -s lost ] || { cat lost; fail "$arch: linked it differs"; }
done
ok "linked objects"

# the finding of the powerpc thread: any protector flag makes leaves have frames, unchecked
p=$objects/powerpc-gcc
if [ -e "$p-no.o" ]; then
	expect_exit 0 "$UABENCH" image frames -f json "$p-no.o" "$p-plain.o" "$p-strong.o"
	python3 - "$out" <<-'END' || fail "the counts of powerpc"
	import json, sys
	j = json.load(open(sys.argv[1]))
	no, plain, strong = j["files"]
	assert no["with_canary"] == no["with_frame_for_nothing"] == 0, no
	assert 0 < plain["with_canary"] < strong["with_canary"], (plain, strong)
	for gain in j["framed_only_in"]:
	    assert gain["functions"] > 50, gain
	    assert gain["functions"] == gain["without_canary"] == gain["for_nothing"], gain
	    # at least the move down and the move up again, of 4 bytes each
	    assert gain["code_instructions"] >= 2 * gain["functions"], gain
	    assert gain["code_bytes"] == 4 * gain["code_instructions"], gain
	END
	expect_exit 0 "$UABENCH" image frames -f csv -g 'plain_*' "$p-no.o" "$p-strong.o"
	expect_grep '^plain_1,0,16,16,0,0,8,2,for nothing$'
	ok "frames for nothing"
fi

expect_exit 2 "$UABENCH" image frames
expect_grep 'which file' "$err"
expect_exit 2 "$UABENCH" image frames "$objects/arm-gcc-no.o" "$objects/arc-gcc-no.o"
expect_grep 'different machines' "$err"
o=$objects/x86-64-gcc-strong.o
strip -o bare.o "$o"
expect_exit 2 "$UABENCH" image frames bare.o
expect_grep 'no symbols' "$err"
expect_exit 0 "$UABENCH" image frames -n 3 "$o" "$objects/x86-64-gcc-all.o"
[ "$(sed -n '/^$/q;p' "$out" | wc -l)" = 5 ] || fail "--top 3"
cp "$o" o.o
expect_exit 0 "$UABENCH" image frames -n 3 o.o
awk 'length($0) > 80' "$out" > wide
[ ! -s wide ] || { cat wide; fail "wider than 80 columns"; }
ok "usage"
