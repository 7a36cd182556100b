/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CRC-32 as IEEE 802.3 has it (reflected, 0xedb88320, inverted at both ends). */
#ifndef UABENCH_ABI_CRC32_H
#define UABENCH_ABI_CRC32_H

#include <stddef.h>
#include <stdint.h>

static inline uint32_t crc32_ieee(const char *data, size_t len)
{
	uint32_t crc = ~0u;

	for (size_t i = 0; i < len; i++) {
		crc ^= (unsigned char)data[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
	}
	return ~crc;
}

#endif
