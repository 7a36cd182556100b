/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The generic layer: what stands between a caller and the functions of <uaccess.h>, each
 * a choice at compile time. Define before including <uaccess.h>:
 *
 * UA_INLINE		1: copies of a constant size up to UA_INLINE_MAX, and get and put,
 *			are inline; 0: all are calls. Default: 1 where the compiler
 *			optimises and the architecture has ranges. For a call site:
 *			ua_copy_from_inline() and ua_copy_from_outline(), and so on.
 * UA_CHECK_WINDOW	1: an untrusted range that is not within ua_window_set()'s window
 *			is not touched: n bytes not moved. A string is looked at up to the
 *			window's end; of a vector all parts must be within. Default 0.
 * UA_CHECK_OBJECT	1: where the compiler knows how big the trusted object is, a copy
 *			beyond it is an error when compiling, or else abort(). Default 1.
 * UA_MIGHT_FAULT(untrusted, n)	a statement before each copy. Default: nothing.
 *
 * A copy of constant size 0 compiles to nothing. The functions whose names end in _fault
 * have no layer.
 */
#ifndef UACCESS_LAYER_H
#define UACCESS_LAYER_H

#include <uaccess/inline.h>

#ifndef UA_INLINE
#if UA_ARCH_RANGES && defined(__OPTIMIZE__)
#define UA_INLINE 1
#else
#define UA_INLINE 0
#endif
#endif
#ifndef UA_CHECK_WINDOW
#define UA_CHECK_WINDOW 0
#endif
#ifndef UA_CHECK_OBJECT
#define UA_CHECK_OBJECT 1
#endif
#ifndef UA_MIGHT_FAULT
#define UA_MIGHT_FAULT(untrusted, n)	((void)0)
#endif

#if !UA_ARCH_RANGES
#define __ua_inline	static inline __attribute__((always_inline, unused))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ua_window_set()'s; written by it alone */
struct ua_window {
	uintptr_t base;
	uintptr_t size;
};
extern struct ua_window ua_window;

/* Where an object check fails at run time; calls abort() */
void ua_object_overflow(void) __attribute__((noreturn, cold));

/* ua_copy_vec() where all parts are within the window */
size_t __ua_copy_vec_window(const struct iovec *dst, size_t ndst, const struct iovec *src,
			    size_t nsrc);

void __ua_object_too_small(void)
	__attribute__((error("ua_copy: the object is smaller than the copy")));

#ifdef __cplusplus
}
#endif

/* Bytes from p to the end of its object, SIZE_MAX where the compiler cannot tell */
#if defined(__has_builtin)
#if __has_builtin(__builtin_dynamic_object_size)
#define __UA_ROOM(p)	__builtin_dynamic_object_size(p, 0)
#endif
#endif
#ifndef __UA_ROOM
#define __UA_ROOM(p)	__builtin_object_size(p, 0)
#endif

__ua_inline void __ua_check_object(size_t room, size_t n)
{
	if (!UA_CHECK_OBJECT || n <= room)
		return;
	if (__builtin_constant_p(room) && __builtin_constant_p(n))
		__ua_object_too_small();
	ua_object_overflow();
}

__ua_inline int __ua_in_window(const void *p, size_t n)
{
	return !UA_CHECK_WINDOW || (n <= ua_window.size &&
		(uintptr_t)p - ua_window.base <= ua_window.size - n);
}

/* Bytes from p to the window's end; 0 outside */
__ua_inline size_t __ua_window_room(const void *p)
{
	uintptr_t at = (uintptr_t)p - ua_window.base;

	return !UA_CHECK_WINDOW ? SIZE_MAX : at < ua_window.size ? ua_window.size - at : 0;
}

__ua_inline int __ua_is_zero(size_t n)
{
	return __builtin_constant_p(n) && n == 0;
}

#if UA_ARCH_RANGES
#define __UA_CONST(inl, n)	((inl) && __builtin_constant_p(n) && (n) <= UA_INLINE_MAX)
#define __UA_FROM_CONST		__ua_from_const
#define __UA_TO_CONST		__ua_to_const
#else
#define __UA_CONST(inl, n)	((void)(inl), 0)
#define __UA_FROM_CONST		(ua_copy_from)
#define __UA_TO_CONST		(ua_copy_to)
#endif

__ua_inline size_t __ua_layer_from(void *dst, const void *src, size_t n, size_t room, int inl)
{
	if (__ua_is_zero(n))
		return 0;
	__ua_check_object(room, n);
	UA_MIGHT_FAULT(src, n);
	if (!__ua_in_window(src, n))
		return n;
	if (__UA_CONST(inl, n))
		return __UA_FROM_CONST(dst, src, n);
	return (ua_copy_from)(dst, src, n);
}

__ua_inline size_t __ua_layer_from_zero(void *dst, const void *src, size_t n, size_t room,
					int inl)
{
	size_t left = __ua_layer_from(dst, src, n, room, inl);

	if (__builtin_expect(left != 0, 0))
		__builtin_memset((char *)dst + n - left, 0, left);
	return left;
}

__ua_inline size_t __ua_layer_to(void *dst, const void *src, size_t n, size_t room, int inl)
{
	if (__ua_is_zero(n))
		return 0;
	__ua_check_object(room, n);
	UA_MIGHT_FAULT(dst, n);
	if (!__ua_in_window(dst, n))
		return n;
	if (__UA_CONST(inl, n))
		return __UA_TO_CONST(dst, src, n);
	return (ua_copy_to)(dst, src, n);
}

__ua_inline size_t __ua_layer_copy(void *dst, const void *src, size_t n)
{
	if (__ua_is_zero(n))
		return 0;
	UA_MIGHT_FAULT(src, n);
	UA_MIGHT_FAULT(dst, n);
	if (!__ua_in_window(src, n) || !__ua_in_window(dst, n))
		return n;
	return (ua_copy)(dst, src, n);
}

__ua_inline size_t __ua_layer_clear(void *dst, size_t n)
{
	if (__ua_is_zero(n))
		return 0;
	UA_MIGHT_FAULT(dst, n);
	if (!__ua_in_window(dst, n))
		return n;
	return (ua_clear)(dst, n);
}

__ua_inline size_t __ua_layer_strncpy(char *dst, const char *src, size_t n, size_t *ret_len,
				      size_t room)
{
	size_t in = __ua_window_room(src), seen = n < in ? n : in, left;

	__ua_check_object(room, n);
	UA_MIGHT_FAULT(src, n);
	left = (ua_strncpy)(dst, src, seen, ret_len);
	return left || (seen < n && *ret_len == seen) ? n - *ret_len : 0;
}

__ua_inline size_t __ua_layer_strnlen(const char *src, size_t n, size_t *ret_len)
{
	size_t in = __ua_window_room(src), seen = n < in ? n : in, left;

	UA_MIGHT_FAULT(src, n);
	left = (ua_strnlen)(src, seen, ret_len);
	return left || (seen < n && *ret_len == seen) ? n - *ret_len : 0;
}

__ua_inline size_t __ua_layer_vec(const struct iovec *dst, size_t ndst, const struct iovec *src,
				  size_t nsrc)
{
	for (size_t i = 0; i < ndst; i++)
		UA_MIGHT_FAULT(dst[i].iov_base, dst[i].iov_len);
	for (size_t i = 0; i < nsrc; i++)
		UA_MIGHT_FAULT(src[i].iov_base, src[i].iov_len);
	if (UA_CHECK_WINDOW)
		return __ua_copy_vec_window(dst, ndst, src, nsrc);
	return (ua_copy_vec)(dst, ndst, src, nsrc);
}

#if UA_ARCH_RANGES
#define __UA_GET_INLINE(bits)	ua_get##bits##_inline
#define __UA_PUT_INLINE(bits)	ua_put##bits##_inline
#else
#define __UA_GET_INLINE(bits)	(ua_get##bits)
#define __UA_PUT_INLINE(bits)	(ua_put##bits)
#endif

#define __UA_LAYER_VALUE(bits)							\
	__ua_inline size_t __ua_layer_get##bits(uint##bits##_t *val, const void *src) \
	{									\
		UA_MIGHT_FAULT(src, bits / 8);					\
		if (!__ua_in_window(src, bits / 8)) {				\
			*val = 0;						\
			return bits / 8;					\
		}								\
		if (UA_INLINE)							\
			return __UA_GET_INLINE(bits)(val, src);			\
		return (ua_get##bits)(val, src);				\
	}									\
	__ua_inline size_t __ua_layer_put##bits(void *dst, uint##bits##_t val)	\
	{									\
		UA_MIGHT_FAULT(dst, bits / 8);					\
		if (!__ua_in_window(dst, bits / 8))				\
			return bits / 8;					\
		if (UA_INLINE)							\
			return __UA_PUT_INLINE(bits)(dst, val);			\
		return (ua_put##bits)(dst, val);				\
	}
__UA_LAYER_VALUE(8)
__UA_LAYER_VALUE(16)
__UA_LAYER_VALUE(32)
__UA_LAYER_VALUE(64)

#define ua_copy_from(dst, src, n)	__ua_layer_from(dst, src, n, __UA_ROOM(dst), UA_INLINE)
#define ua_copy_from_inline(dst, src, n) __ua_layer_from(dst, src, n, __UA_ROOM(dst), 1)
#define ua_copy_from_outline(dst, src, n) __ua_layer_from(dst, src, n, __UA_ROOM(dst), 0)
#define ua_copy_from_zero(dst, src, n)						\
	__ua_layer_from_zero(dst, src, n, __UA_ROOM(dst), UA_INLINE)
#define ua_copy_to(dst, src, n)		__ua_layer_to(dst, src, n, __UA_ROOM(src), UA_INLINE)
#define ua_copy_to_inline(dst, src, n)	__ua_layer_to(dst, src, n, __UA_ROOM(src), 1)
#define ua_copy_to_outline(dst, src, n)	__ua_layer_to(dst, src, n, __UA_ROOM(src), 0)
#define ua_copy(dst, src, n)		__ua_layer_copy(dst, src, n)
#define ua_clear(dst, n)		__ua_layer_clear(dst, n)
#define ua_strncpy(dst, src, n, ret_len)					\
	__ua_layer_strncpy(dst, src, n, ret_len, __UA_ROOM(dst))
#define ua_strnlen(src, n, ret_len)	__ua_layer_strnlen(src, n, ret_len)
#define ua_copy_vec(dst, ndst, src, nsrc) __ua_layer_vec(dst, ndst, src, nsrc)
#define ua_get8(val, src)		__ua_layer_get8(val, src)
#define ua_get16(val, src)		__ua_layer_get16(val, src)
#define ua_get32(val, src)		__ua_layer_get32(val, src)
#define ua_get64(val, src)		__ua_layer_get64(val, src)
#define ua_put8(dst, val)		__ua_layer_put8(dst, val)
#define ua_put16(dst, val)		__ua_layer_put16(dst, val)
#define ua_put32(dst, val)		__ua_layer_put32(dst, val)
#define ua_put64(dst, val)		__ua_layer_put64(dst, val)

#if UA_ARCH_RANGES
#include <uaccess/object.h>
#endif

#endif
