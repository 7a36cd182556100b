#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The lab on ARC, whose code it interprets itself: each instruction is the one objdump shows,
# computes what it should, and the routines of a kernel tree are verified and counted.
. "${0%/*}/lib.sh"

command -v arc-linux-gnu-gcc >/dev/null || skip 'no arc-linux-gnu-gcc (package gcc-arc-linux-gnu)'

# same DIR: what the program there lists is what objdump shows
same() {
	arc-linux-gnu-objdump -d --no-show-raw-insn "$1/tree.elf" |
		awk -F '\t' '/^ / { split($1, at, ":"); gsub(" ", "", at[1])
				    split($2, name, /[ .]/); print at[1], name[1] }' >shown
	[ -s shown ] || fail "$1: objdump shows nothing"
	echo 'done' >>shown
	"$1/lab" list >listed || fail "$1: $(tail -n 1 listed)"
	diff shown listed >&2 || fail "$1: not the instructions that objdump shows"
}

{
	printf '\t.text\n\t.globl all\nall:\n1:\n'
	for insn in 'add r0,r1,r2' 'add.f r0,r1,3' 'add r0,r0,-100' 'add r0,r1,0x12345678' \
		'add.ne r0,r0,r1' 'sub r0,r1,r2' 'and r0,r1,r2' 'or r0,r1,r2' 'bic r0,r1,r2' \
		'xor r0,r1,r2' 'mov r20,r21' 'mov.f 0,r3' 'mov.eq r20,5' 'mov r20,0x12345678' \
		'tst r20,r21' 'cmp r20,127' 'rsub r0,r1,0' 'rsub r0,r1,7' 'bset r0,r1,3' \
		'bclr r0,r1,3' 'bmsk r0,r1,3' 'add1 r0,r1,r2' 'add2 r20,r1,r2' 'add3 r20,r1,r2' \
		'asl r20,r1,r2' 'lsr r20,r1,5' 'asr r20,r1,r2' 'asl r20,r1' 'asr r20,r1' \
		'lsr r20,r1' 'sexb r20,r1' 'sexh r20,r1' 'extb r20,r1' 'exth r20,r1' 'not r20,r1' \
		nop nop_s 'prefetch [r1,4]' 'ld r20,[r1]' 'ldb.x r20,[r1,5]' 'ldh.aw r20,[r1,-6]' 'ld.as r20,[r1,3]' \
		'ldd r20,[r1,8]' 'st r20,[r1,8]' 'stb 7,[r1,8]' 'std.ab r20,[r1,8]' \
		'ld_s r2,[r1,4]' 'ldb_s r0,[r1,4]' 'ldh_s r0,[r1,4]' 'ldh_s.x r0,[r1,4]' \
		'st_s r0,[r1,4]' 'stb_s r0,[r1,4]' 'sth_s r0,[r1,4]' 'ld_s r2,[sp,4]' 'ld_s r0,[r20,20]' 'ld_s r12,[r1,8]' \
		'st_s r0,[sp,4]' 'push_s r13' 'pop_s r13' 'push_s blink' 'pop_s blink' \
		'add_s sp,sp,8' 'sub_s sp,sp,8' 'add_s r0,sp,8' 'mov_s r0,200' 'mov_s r20,3' \
		'mov_s r20,-1' 'mov_s r0,r20' 'mov_s r0,0x12345678' 'add_s r0,r0,r20' \
		'add_s r20,r20,3' 'cmp_s r0,r20' 'cmp_s r20,3' 'mov_s.ne r0,r20' 'add_s r0,r1,r2' \
		'add_s r0,r1,3' 'sub_s r0,r1,3' 'asl_s r0,r1,3' 'asr_s r0,r1,3' 'lsr_s r0,r0,3' \
		'bset_s r0,r0,3' 'bclr_s r0,r0,3' 'bmsk_s r0,r0,3' 'btst_s r0,3' 'add_s r0,r0,100' \
		'cmp_s r0,100' 'sub_s r0,r0,r1' 'and_s r0,r0,r1' 'or_s r0,r0,r1' 'bic_s r0,r0,r1' \
		'xor_s r0,r0,r1' 'tst_s r0,r1' 'sexb_s r0,r1' 'sexh_s r0,r1' 'extb_s r0,r1' \
		'exth_s r0,r1' 'not_s r0,r1' 'neg_s r0,r1' 'asl_s r0,r1' 'asr_s r0,r1' \
		'lsr_s r0,r1' 'asl_s r0,r0,r1' 'lsr_s r0,r0,r1' 'asr_s r0,r0,r1' 'j_s [r0]' \
		'j_s [blink]' 'j [r20]' 'j 0x12345678' 'jeq_s [blink]' 'jne_s [blink]' \
		'jeq [blink]'; do
		printf '\t%s\n' "$insn"
	done
	printf '2:\tlp 3f\n\tnop\n\tnop\n3:\tlpnz 4f\n\tnop\n\tnop\n4:\n'
	for cond in '' eq ne hi lo hs pl mi gt ge lt le ls pnz vs vc; do
		printf '\tb%s 2b\n' "$cond"
	done
	for cond in '' eq ne gt ge lt le hi hs lo ls; do
		printf '\tb%s_s 5f\n' "$cond"
	done
	printf '5:\n'
	for jump in 'breq_s r0,0' 'brne_s r0,0' 'breq r0,r1' 'brne r0,3' 'brlt r0,r20' \
		'brge r0,r20' 'brlo r0,r20' 'brhs r0,r20' 'bbit0 r0,3' 'bbit1 r0,r1' 'bbit1.d r0,3'; do
		printf '\t%s,5b\n' "$jump"
	done
	printf '\tnop_s\n\tbne.d 5b\n\tnop_s\n\tj_s.d [blink]\n\tnop_s\n'
} >all.S
printf 'arch = arc\nsource = all.S\nroutine = all all to_user\n' >all.spec
# it is no copy: what counts here is the program
"$UABENCH" lab --spec all.spec --keep all >"$out" 2>"$err" || :
same all/all.spec-tree
ok "$(($(wc -l <listed) - 1)) instructions are those that objdump shows"

# A copy of bytes, after each instruction computed what the manual says: else it gives up
# though nothing faults.
{
	cat <<'EOF'
	.text
	.globl checked
checked:
	push_s r13
	mov r4,0x80000001
	mov r5,7
EOF
	# is INSTRUCTION VALUE: into r6
	is() {
		printf '\t%s\n\tcmp r6,%s\n\tbne 9f\n' "$1" "$2"
	}
	is 'add r6,r4,r5' 0x80000008
	is 'sub r6,r5,r4' 0x80000006
	is 'rsub r6,r5,3' -4
	is 'and r6,r4,r5' 1
	is 'or r6,r4,r5' 0x80000007
	is 'xor r6,r4,r5' 0x80000006
	is 'bic r6,r5,r4' 6
	is 'bset r6,r5,31' 0x80000007
	is 'bclr r6,r5,1' 5
	is 'bmsk r6,r4,30' 1
	is 'add1 r6,r4,r5' 0x8000000f
	is 'add2 r6,r4,r5' 0x8000001d
	is 'add3 r6,r4,r5' 0x80000039
	is 'asl r6,r5,4' 0x70
	is 'lsr r6,r4,4' 0x08000000
	is 'asr r6,r4,4' 0xf8000000
	is 'not r6,r5' -8
	is 'mov r6,-100' -100
	is 'sexb r6,200' -56
	is 'extb r6,r4' 1
	printf '\tcmp 5,7\n\tbhs 9f\n\tbge 9f\n\tbls 1f\n\tb 9f\n'
	printf '1:\tcmp r4,1\n\tblo 9f\n\tbge 9f\n\tbvs 9f\n\tbpl 9f\n'
	printf '\tsub.f 0,r4,2\n\tbvc 9f\n\tlsr.f 0,r4,1\n\tbcc 9f\n'
	printf '\tbrlt r5,r4,9f\n\tbrlo r4,r5,9f\n\tbbit0 r4,31,9f\n\tbbit1 r5,3,9f\n'
	printf '\tstd r4,[sp,-8]\n\tldd r8,[sp,-8]\n\tbrne r8,r4,9f\n\tbrne r9,r5,9f\n'
	printf '\tldb.x r6,[sp,-5]\n\tcmp r6,-128\n\tbne 9f\n'
	printf '\tmov lp_count,3\n\tmov r6,0\n\tlp 1f\n\tadd r6,r6,r5\n\tnop\n1:\tcmp r6,21\n\tbne 9f\n'
	cat <<'EOF'
	b.d 1f
	mov r13,r2
	b 9f
1:	mov.f lp_count,r13
	lpnz 3f
	ldb.ab r3,[r1,1]
	prefetch [r0,64]
2:	stb.ab r3,[r0,1]
	sub r13,r13,1
3:	mov r0,r13
	j_s.d [blink]
	pop_s r13
9:	mov r0,r2
	j_s.d [blink]
	pop_s r13
	.align 4
4:	j 3b
	.section __ex_table,"a"
	.word 2b,4b
EOF
} >checked.S
printf 'arch = arc\nsource = checked.S\nroutine = copy checked to_user\n' >checked.spec
expect_exit 0 "$UABENCH" lab --spec checked.spec --details
expect_grep 'all as the contract says'
expect_grep -E '^copy +clean '
expect_grep -E '^copy +64 +0:0 +[0-9]+ +67 +66 +77 +76 +2$'
# what the code itself finds must be found
sed 's/cmp r6,21/cmp r6,22/' checked.S >mistaken.S
sed 's/checked.S/mistaken.S/' checked.spec >mistaken.spec
expect_exit 1 "$UABENCH" lab --spec mistaken.spec
expect_grep 'copy: broken, failed-without-fault, up to 4096 B'
expect_grep 'copy: not counted where it left bytes, as of n=8 user+0 kernel+0'
sed 's/add1 r6,r4,r5/divu r6,r4,r5/' checked.S >divides.S
sed 's/checked.S/divides.S/' checked.spec >divides.spec
expect_exit 2 "$UABENCH" lab --spec divides.spec
expect_said 'an instruction it does not know' "$err"
one_line
sed 's/checked to_user/checked:9 to_user/; s/copy checked:9/copy:9000 checked/' checked.spec >any.spec
expect_exit 2 "$UABENCH" lab --spec any.spec
expect_said 'line 3: bad value' "$err"
{ cat checked.S; printf '\t.data\n\t.word 1\n'; } >data.S
sed 's/checked.S/data.S/' checked.spec >data.spec
expect_exit 2 "$UABENCH" lab --spec data.spec
expect_said 'the code has data (.data, 4 bytes)' "$err"
one_line
sed 's/arch = arc/arch = arc.aligned/' checked.spec >aligned.spec
expect_exit 0 "$UABENCH" lab --spec aligned.spec
sed 's/ldb.x r6,\[sp,-5\]/ld r6,[sp,-5]/' checked.S >askew.S
sed 's/checked.S/askew.S/' aligned.spec >askew.spec
expect_exit 2 "$UABENCH" lab --spec askew.spec
expect_said 'a misaligned access, at' "$err"
ok 'they compute what the manual says; one that is not known is told'

tree=${UABENCH_LAB_TREE:-}
if [ -z "$tree" ]; then
	tree=$(sh "$SRCDIR/scripts/lab-tree.sh" "${LAB_TREES:-$TMPDIR/trees}" 2>tree.err) ||
		{ [ $? = 77 ] && skip "$(sed 's/^SKIP: //' tree.err)"; fail "$(cat tree.err)"; }
fi
expect_exit 1 "$UABENCH" lab --tree "$tree" --arch arc --keep kept --write-baseline base
expect_no_grep -E '.{81}'
same kept/arc-tree
same kept/arc.aligned-tree
# docs/findings: found in each tree so far
expect_grep 'clear_user: broken, more-than-n'
expect_grep 'clear_user: broken, wrote-outside'
[ "$(grep -c 'copy_[a-z_]*:67: broken, wrong-byte, up to 3 B' "$out")" = 4 ] ||
	fail 'not both copies of 67 bytes, of both variants'
expect_grep -E '^copy_to_user +deviation( +[0-9]+){8}$'
expect_grep -E '^copy_to_user:64 +deviation +- +[0-9]+ +- +- +- +[0-9]+ +- +-$'
expect_exit 1 "$UABENCH" lab --tree "$tree" --arch arc --baseline base --jobs 3
expect_grep 'baseline: as it was'
expect_exit 1 "$UABENCH" lab --tree "$tree" --arch arc --base "$tree"
expect_no_grep -E 'slower|faster|inf|nan'
ok 'arc: verified and counted, and the clear_user that runs away is found'
