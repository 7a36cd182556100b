// SPDX-License-Identifier: GPL-2.0-or-later
/* Instructions as the manuals encode them; the frames of whole objects: cli/image-frames.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <elf.h>

#include "insn.h"
#include "scan.h"

#define PC	0x1000u

struct sample {
	const struct insn_arch *arch;
	bool big, wide, thumb;
	const char *text;		/* what it is, for the failure */
	const char *bytes;
	unsigned int len, flags;
	int64_t grow;
	uint64_t target;
};

static const struct sample samples[] = {
	{ &insn_x86_64, 0, 1, 0, "push %rbx", "\x53", 1, INSN_SP | INSN_USE, 8, 0 },
	{ &insn_x86_64, 0, 1, 0, "pop %r12", "\x41\x5c", 2, INSN_SP | INSN_USE, -8, 0 },
	{ &insn_x86_64, 0, 1, 0, "sub $0x50,%rsp", "\x48\x83\xec\x50", 4, INSN_SP, 80, 0 },
	{ &insn_x86_64, 0, 1, 0, "add $0x12345,%rsp", "\x48\x81\xc4\x45\x23\x01\x00", 7, INSN_SP,
	  -0x12345, 0 },
	{ &insn_x86_64, 0, 1, 0, "mov %gs:0x28,%rax", "\x65\x48\x8b\x04\x25\x28\0\0\0", 9, 0, 0, 0 },
	{ &insn_x86_64, 0, 1, 0, "mov %rax,0x48(%rsp)", "\x48\x89\x44\x24\x48", 5, INSN_USE, 0, 0 },
	{ &insn_x86_64, 0, 1, 0, "movabs $..,%rax", "\x48\xb8\1\2\3\4\5\6\7\x8", 10, 0, 0, 0 },
	{ &insn_x86_64, 0, 1, 0, "vmovdqa %ymm0,(%rsp)", "\xc5\xfd\x7f\x04\x24", 5, INSN_USE, 0, 0 },
	{ &insn_x86_64, 0, 1, 0, "call .+0x105", "\xe8\x00\x01\0\0", 5, INSN_CALL | INSN_TARGET, 0,
	  PC + 0x105 },
	{ &insn_x86_64, 0, 1, 0, "ja .+0x16", "\x0f\x87\x10\0\0\0", 6,
	  INSN_JUMP | INSN_COND | INSN_TARGET, 0, PC + 0x16 },
	{ &insn_x86_64, 0, 1, 0, "ret", "\xc3", 1, INSN_END, 0, 0 },
	{ &insn_x86_64, 0, 1, 0, "and $-32,%rsp", "\x48\x83\xe4\xe0", 4, INSN_DYNAMIC, 0, 0 },
	{ &insn_x86_64, 0, 1, 0, "nopw cs:0(%rax,%rax,1)", "\x66\x2e\x0f\x1f\x84\0\0\0\0\0", 10, 0, 0, 0 },
	{ &insn_x86_32, 0, 0, 0, "call .+5", "\xe8\0\0\0\0", 5, INSN_SP, 4, 0 },
	{ &insn_x86_32, 0, 0, 0, "mov 0x8(%ebp),%eax", "\x8b\x45\x08", 3, 0, 0, 0 },
	{ &insn_arm64, 0, 1, 0, "stp x29,x30,[sp,#-48]!", "\xfd\x7b\xbd\xa9", 4,
	  INSN_SP | INSN_USE, 48, 0 },
	{ &insn_arm64, 0, 1, 0, "ldp x29,x30,[sp],#48", "\xfd\x7b\xc3\xa8", 4, INSN_SP | INSN_USE, -48, 0 },
	{ &insn_arm64, 0, 1, 0, "sub sp,sp,#1,lsl 12", "\xff\x07\x40\xd1", 4, INSN_SP, 4096, 0 },
	{ &insn_arm64, 0, 1, 0, "add x8,sp,#0x28", "\xe8\xa3\x00\x91", 4, INSN_USE, 0, 0 },
	{ &insn_arm64, 0, 1, 0, "bl .-4", "\xff\xff\xff\x97", 4, INSN_CALL | INSN_TARGET, 0, PC - 4 },
	{ &insn_arm64, 0, 1, 0, "ret", "\xc0\x03\x5f\xd6", 4, INSN_END, 0, 0 },
	{ &insn_arm64, 0, 1, 0, "blr x1", "\x20\x00\x3f\xd6", 4, INSN_CALL, 0, 0 },
	{ &insn_arm, 0, 0, 0, "push {r4, lr}", "\x10\x40\x2d\xe9", 4, INSN_SP | INSN_USE, 8, 0 },
	{ &insn_arm, 0, 0, 0, "pop {r4, pc}", "\x10\x80\xbd\xe8", 4,
	  INSN_SP | INSN_USE | INSN_END, -8, 0 },
	{ &insn_arm, 0, 0, 0, "popne {r4, pc}", "\x10\x80\xbd\x18", 4,
	  INSN_SP | INSN_USE | INSN_JUMP | INSN_COND, -8, 0 },
	{ &insn_arm, 0, 0, 0, "sub sp,sp,#72", "\x48\xd0\x4d\xe2", 4, INSN_SP, 72, 0 },
	{ &insn_arm, 0, 0, 0, "str r0,[sp,#-4]!", "\x04\x00\x2d\xe5", 4, INSN_SP | INSN_USE, 4, 0 },
	{ &insn_arm, 0, 0, 0, "bl .+8", "\x00\x00\x00\xeb", 4, INSN_CALL | INSN_TARGET, 0, PC + 8 },
	{ &insn_arm, 0, 0, 0, "bx lr", "\x1e\xff\x2f\xe1", 4, INSN_END, 0, 0 },
	{ &insn_arm, 1, 0, 0, "sub sp,sp,#72 (be)", "\xe2\x4d\xd0\x48", 4, INSN_SP, 72, 0 },
	{ &insn_arm, 0, 0, 1, "push {r4, lr}", "\x10\xb5", 2, INSN_SP | INSN_USE, 8, 0 },
	{ &insn_arm, 0, 0, 1, "sub sp,#16", "\x84\xb0", 2, INSN_SP, 16, 0 },
	{ &insn_arm, 0, 0, 1, "stmdb sp!,{r4-r8,lr}", "\x2d\xe9\xf0\x41", 4, INSN_SP | INSN_USE, 24, 0 },
	{ &insn_arm, 0, 0, 1, "sub.w sp,sp,#0x1000", "\xad\xf5\x80\x5d", 4, INSN_SP, 4096, 0 },
	{ &insn_riscv, 0, 1, 0, "addi sp,sp,-112", "\x59\x71", 2, INSN_SP, 112, 0 },
	{ &insn_riscv, 0, 1, 0, "addi sp,sp,-1024", "\x13\x01\x01\xc0", 4, INSN_SP, 1024, 0 },
	{ &insn_riscv, 0, 1, 0, "sd ra,104(sp)", "\x86\xf4", 2, INSN_USE, 0, 0 },
	{ &insn_riscv, 0, 1, 0, "ret", "\x82\x80", 2, INSN_END, 0, 0 },
	{ &insn_riscv, 0, 1, 0, "jal ra,.+16", "\xef\x00\x00\x01", 4, INSN_CALL | INSN_TARGET, 0, PC + 16 },
	{ &insn_powerpc, 1, 0, 0, "stwu r1,-16(r1)", "\x94\x21\xff\xf0", 4, INSN_SP, 16, 0 },
	{ &insn_powerpc, 1, 0, 0, "addi r1,r1,16", "\x38\x21\x00\x10", 4, INSN_SP, -16, 0 },
	{ &insn_powerpc, 0, 1, 0, "stdu r1,-128(r1)", "\x81\xff\x21\xf8", 4, INSN_SP, 128, 0 },
	{ &insn_powerpc, 1, 0, 0, "stw r0,20(r1)", "\x90\x01\x00\x14", 4, INSN_USE, 0, 0 },
	{ &insn_powerpc, 1, 0, 0, "blr", "\x4e\x80\x00\x20", 4, INSN_END, 0, 0 },
	{ &insn_powerpc, 1, 0, 0, "bl .+8", "\x48\x00\x00\x09", 4, INSN_CALL | INSN_TARGET, 0, PC + 8 },
	{ &insn_powerpc, 1, 0, 0, "bcl 20,31,.+4", "\x42\x9f\x00\x05", 4, 0, 0, 0 },
	{ &insn_s390, 1, 1, 0, "lay %r15,-232(%r15)", "\xe3\xf0\xff\x18\xff\x71", 6, INSN_SP, 232, 0 },
	{ &insn_s390, 1, 1, 0, "aghi %r15,-96", "\xa7\xfb\xff\xa0", 4, INSN_SP, 96, 0 },
	{ &insn_s390, 1, 1, 0, "lmg %r11,%r15,320(%r15)", "\xeb\xbf\xf1\x40\x00\x04", 6,
	  INSN_RESTORE | INSN_USE, 0, 0 },
	{ &insn_s390, 1, 1, 0, "brasl %r14,.+8", "\xc0\xe5\x00\x00\x00\x04", 6,
	  INSN_CALL | INSN_TARGET, 0, PC + 8 },
	{ &insn_s390, 1, 1, 0, "br %r14", "\x07\xfe", 2, INSN_END, 0, 0 },
	{ &insn_mips, 1, 0, 0, "addiu sp,sp,-32", "\x27\xbd\xff\xe0", 4, INSN_SP, 32, 0 },
	{ &insn_mips, 0, 1, 0, "daddiu sp,sp,-32", "\xe0\xff\xbd\x67", 4, INSN_SP, 32, 0 },
	{ &insn_mips, 1, 0, 0, "sw ra,28(sp)", "\xaf\xbf\x00\x1c", 4, INSN_USE, 0, 0 },
	{ &insn_mips, 1, 0, 0, "jr ra", "\x03\xe0\x00\x08", 4, INSN_END | INSN_DELAY, 0, 0 },
	{ &insn_arc, 0, 0, 0, "push_s blink", "\xf1\xc0", 2, INSN_SP | INSN_USE, 4, 0 },
	{ &insn_arc, 0, 0, 0, "sub_s sp,sp,0x44", "\xb1\xc1", 2, INSN_SP, 68, 0 },
	{ &insn_arc, 0, 0, 0, "ld.ab r13,[sp,8]", "\x08\x14\x0d\x34", 4, INSN_SP | INSN_USE, -8, 0 },
	{ &insn_arc, 0, 0, 0, "ld r2,[0]", "\x00\x16\x02\x70\0\0\0\0", 8, 0, 0, 0 },
	{ &insn_arc, 0, 0, 0, "j_s.d [blink]", "\xe0\x7f", 2, INSN_END | INSN_DELAY, 0, 0 },
};

static void test_samples(void **state)
{
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
		const struct sample *s = &samples[i];
		struct insn_state st = { .big = s->big, .wide = s->wide, .thumb = s->thumb };
		struct insn insn;

		s->arch->decode(&st, (const uint8_t *)s->bytes, s->len, PC, &insn);
		if (insn.len != s->len || insn.flags != s->flags || insn.grow != s->grow ||
		    (s->target && insn.target != s->target))
			fail_msg("%s %s: length %u, flags %#x, grow %lld, target %#llx",
				 s->arch->name, s->text, insn.len, insn.flags, (long long)insn.grow,
				 (unsigned long long)insn.target);
	}
}

static const struct {
	unsigned int machine;
	bool wide, big;
} machines[] = {
	{ EM_386, false, false }, { EM_X86_64, true, false }, { EM_ARM, false, false },
	{ EM_ARM, false, true }, { EM_AARCH64, true, false }, { EM_RISCV, true, false },
	{ EM_RISCV, false, false }, { EM_PPC, false, true }, { EM_PPC64, true, false },
	{ EM_S390, true, true }, { EM_MIPS, false, true }, { EM_MIPS, true, false },
	{ 93, false, false }, { 195, false, false }, { 195, false, true },
};

/* Whatever the bytes: never beyond them, always forward. */
static void test_junk(void **state)
{
	for (size_t m = 0; m < sizeof(machines) / sizeof(machines[0]); m++) {
		struct scanner s = { 0 };

		s.arch = insn_arch(machines[m].machine, 0, machines[m].wide, machines[m].big, &s.state);
		assert_non_null(s.arch);
		srandom(7);
		for (int n = 0; n < 2000; n++) {
			size_t len = random() % 64;
			struct scan scan;
			uint8_t *exact = malloc(len ? len : 1);	/* for ASan */

			for (size_t i = 0; i < len; i++)
				exact[i] = random();
			assert_int_equal(scan_function(&s, exact, len, random(), n & 1, &scan), 0);
			assert_true(scan.insns <= len / s.arch->align);
			free(exact);
		}
		scan_release(&s);
	}
	assert_null(insn_arch(0xfff0, 0, true, false, &(struct insn_state){ 0 }));
}

/* The depth follows the branch, and not the return before its target. */
static void test_depth(void **state)
{
	static const uint8_t code[] = {
		0x53,			/* push %rbx */
		0x48, 0x83, 0xec, 0x20,	/* sub $32,%rsp */
		0x74, 0x06,		/* je 1f */
		0x48, 0x83, 0xc4, 0x20,	/* add $32,%rsp */
		0x5b,			/* pop %rbx */
		0xc3,			/* ret */
		0x48, 0x83, 0xec, 0x08,	/* 1: sub $8,%rsp */
		0xe8, 0, 0, 0, 0,	/* call */
	};
	struct scanner s = { .arch = &insn_x86_64, .state.wide = true };
	const uint64_t target = PC + sizeof(code);
	struct scan scan;

	s.targets = &target;
	s.ntargets = 1;
	assert_int_equal(scan_function(&s, code, sizeof(code), PC, false, &scan), 0);
	assert_int_equal(scan.deepest, 8 + 8 + 32 + 8);
	assert_int_equal(scan.insns, 8);
	assert_int_equal(scan.calls, 1);
	assert_int_equal(scan.references, 1);
	assert_true(scan.uses);
	assert_false(scan.dynamic);
	scan_release(&s);
}

/* Data within a function, marked as such, is no code. */
static void test_marks(void **state)
{
	static const uint8_t code[] = {
		0x04, 0xe0, 0x2d, 0xe5,		/* str lr,[sp,#-4]! */
		0x04, 0xf0, 0x9d, 0xe4,		/* ldr pc,[sp],#4 */
		0x48, 0xd0, 0x4d, 0xe2,		/* .word that looks like sub sp,sp,#72 */
		0x1e, 0xff, 0x2f, 0xe1,		/* bx lr */
	};
	static const struct obj_mark marks[] = { { PC, 'a' }, { PC + 8, 'd' }, { PC + 12, 'a' } };
	struct scanner s = { .arch = &insn_arm, .marks = marks, .nmarks = 3 };
	struct scan scan;

	assert_int_equal(scan_function(&s, code, sizeof(code), PC, false, &scan), 0);
	assert_int_equal(scan.deepest, 4);
	assert_int_equal(scan.insns, 3);
	scan_release(&s);
}

/* A constant in a register moves the stack pointer as one in the instruction does. */
static void test_constants(void **state)
{
	static const uint8_t code[] = {
		0x3c, 0x00, 0xff, 0xfe,		/* lis r0,-2: -0x20000 */
		0x60, 0x00, 0xee, 0x60,		/* ori r0,r0,0xee60 */
		0x7c, 0x21, 0x01, 0x6e,		/* stwux r1,r1,r0 */
		0x4e, 0x80, 0x00, 0x20,		/* blr */
	};
	struct scanner s = { .arch = &insn_powerpc, .state.big = true };
	struct scan scan;

	assert_int_equal(scan_function(&s, code, sizeof(code), PC, false, &scan), 0);
	assert_int_equal(scan.deepest, 0x20000 - 0xee60);
	assert_false(scan.dynamic);
	scan_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_junk),
		cmocka_unit_test(test_depth),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_constants),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
