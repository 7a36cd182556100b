/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * libuaccess: copies that survive a bad address.
 *
 * Every function here touches memory that may not be there: unmapped, protected, or
 * past the end of a truncated file. Where a plain access would kill the program, the
 * copy stops at the first byte that cannot be moved and returns how many bytes were NOT
 * moved: 0 is success, n means nothing. The count is exact at every offset and
 * alignment, and no byte past the hole is written.
 *
 * One side of a copy is untrusted: the source for _from, the destination for _to, both
 * for ua_copy(). A fault of the trusted side is a bug of the caller, and kills as ever.
 * Source and destination must not overlap. The functions neither lock, allocate nor
 * change errno; they may be called in any thread and in signal handlers.
 *
 * ua_init() comes first. Until then (and where ua_check() tells of trouble) a bad
 * address kills as if the library were not there.
 *
 * Each name below is a function of the library and also a macro: the macro adds what
 * <uaccess/layer.h> offers at compile time (inline copies of constant size, range and
 * object-size checks). (ua_copy_from)(d, s, n) is the plain function.
 */
#ifndef UACCESS_H
#define UACCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define UA_SRC		1	/* the source */
#define UA_DST		2	/* the destination */

/* Where a copy stopped */
struct ua_fault {
	uintptr_t addr;		/* the first byte that could not be moved */
	int signo;		/* SIGSEGV, or SIGBUS: past the end of a file */
	int side;		/* UA_SRC or UA_DST */
};

/*
 * Installs the handler of SIGSEGV and SIGBUS, and an alternate signal stack for this
 * thread where it has none that is big enough. Signals that are none of the library's
 * go on to the handler that was there before, or kill as they would have. Calling it
 * again is harmless. 0, -EBUSY where the handler was replaced by another since, or the
 * -errno of sigaction(2), mmap(2) or sigaltstack(2).
 */
int ua_init(void);

/*
 * An alternate signal stack for this thread, sized by AT_MINSIGSTKSZ, with a guard page;
 * freed when the thread ends. Wanted only where faults may come with less than a few KiB
 * of stack left. Does nothing where the thread has one. 0 or -errno.
 */
int ua_thread_init(void);

/* What of a fault's survival can be told beforehand, for the calling thread: 0, or a sum of */
#define UA_NOT_INSTALLED 0x01	/* ua_init() was not called, or failed */
#define UA_REPLACED	0x02	/* SIGSEGV or SIGBUS has another handler now, which may or
				 * may not pass on to the library's */
#define UA_BLOCKED	0x04	/* SIGSEGV or SIGBUS is blocked: the kernel kills at a fault */
#define UA_NO_STACK	0x08	/* no alternate stack: a fault on a full stack kills */
#define UA_SMALL_STACK	0x10	/* an alternate stack smaller than AT_MINSIGSTKSZ asks for */
unsigned int ua_check(void);

/* n bytes from src to dst; returns the bytes not moved. _zero zeroes those of dst. */
size_t ua_copy_from(void *dst, const void *src, size_t n);
size_t ua_copy_from_zero(void *dst, const void *src, size_t n);
size_t ua_copy_to(void *dst, const void *src, size_t n);
size_t ua_copy(void *dst, const void *src, size_t n);

/* Zeroes n bytes at dst; returns the bytes not zeroed. */
size_t ua_clear(void *dst, size_t n);

/*
 * One value at any alignment. Returns the bytes not moved, out of 1, 2, 4 or 8; where
 * that is not 0, *val is 0. It is one access where the machine has it so wide.
 */
size_t ua_get8(uint8_t *val, const void *src);
size_t ua_get16(uint16_t *val, const void *src);
size_t ua_get32(uint32_t *val, const void *src);
size_t ua_get64(uint64_t *val, const void *src);
size_t ua_put8(void *dst, uint8_t val);
size_t ua_put16(void *dst, uint16_t val);
size_t ua_put32(void *dst, uint32_t val);
size_t ua_put64(void *dst, uint64_t val);

/*
 * The string at src, of which at most n bytes are looked at; *ret_len is its length
 * without the NUL, or the bytes before the end or the fault. Returns 0 where a NUL was
 * found within n bytes (ua_strncpy() copied it too) or there is none in n bytes
 * (*ret_len == n, and then dst has no NUL); else n - *ret_len, the bytes not reached.
 * dst is trusted (NULL kills), and not written beyond the NUL.
 */
size_t ua_strncpy(char *dst, const char *src, size_t n, size_t *ret_len);
size_t ua_strnlen(const char *src, size_t n, size_t *ret_len);

/*
 * From the memory that src's nsrc parts name, one after the other, to that of dst's ndst;
 * either side may fault, the arrays themselves are trusted. As many bytes as the shorter
 * side has; returns how many of these were not moved, all after the first fault.
 */
size_t ua_copy_vec(const struct iovec *dst, size_t ndst, const struct iovec *src, size_t nsrc);

/* The same, telling where it stopped: *ret_fault is set where the result is not 0. */
size_t ua_copy_from_fault(void *dst, const void *src, size_t n, struct ua_fault *ret_fault);
size_t ua_copy_to_fault(void *dst, const void *src, size_t n, struct ua_fault *ret_fault);
size_t ua_copy_fault(void *dst, const void *src, size_t n, struct ua_fault *ret_fault);
size_t ua_clear_fault(void *dst, size_t n, struct ua_fault *ret_fault);
size_t ua_strncpy_fault(char *dst, const char *src, size_t n, size_t *ret_len,
			struct ua_fault *ret_fault);
size_t ua_strnlen_fault(const char *src, size_t n, size_t *ret_len, struct ua_fault *ret_fault);
size_t ua_copy_vec_fault(const struct iovec *dst, size_t ndst, const struct iovec *src,
			 size_t nsrc, struct ua_fault *ret_fault);

/*
 * The window that UA_CHECK_WINDOW (see <uaccess/layer.h>) holds untrusted ranges against:
 * size bytes from base; at first all of memory. One for the process; to be set while no
 * other thread copies. -EINVAL where it wraps around.
 */
int ua_window_set(const void *base, size_t size);

#ifdef __cplusplus
}
#endif

#include <uaccess/layer.h>

#endif
