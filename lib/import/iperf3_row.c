// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "iperf3_row.h"

/* "Gbits/sec" are 1000^3 bits, "GBytes/sec" 1024^3 bytes (iperf's units.c). In bytes; or 0 */
static double rate_unit(const char *unit, size_t len)
{
	static const char prefixes[] = "KMGT";
	double base, v;
	const char *at;

	if (len > 9 && !memcmp(unit + len - 9, "Bytes/sec", 9)) {
		len -= 9;
		base = 1024;
		v = 1;
	} else if (len >= 8 && !memcmp(unit + len - 8, "bits/sec", 8)) {
		len -= 8;
		base = 1000;
		v = 1 / 8.;
	} else {
		return word_is(unit, len, "Bytes/sec");
	}
	if (!len)
		return v;
	at = len == 1 ? strchr(prefixes, unit[0]) : NULL;
	if (!at)
		return 0;
	for (; at >= prefixes; at--)
		v *= base;
	return v;
}

/* "[  5]", "[SUM]", "[  5][TX-C]" */
static bool take_id(const char **p, struct iperf3_row *row)
{
	int64_t id;

	if (!eat(p, "["))
		return false;
	row->sum = eat(p, "SUM");
	if ((!row->sum && take_whole(p, &id)) || !eat(p, "]"))
		return false;
	row->role = eat(p, "[TX-C]") || eat(p, "[RX-S]") ? IPERF3_BIDIR :
		eat(p, "[RX-C]") || eat(p, "[TX-S]") ? IPERF3_BIDIR_REVERSE : IPERF3_FORWARD;
	return true;
}

/* "0.018 ms  0/382 (0%)", of UDP */
static bool take_loss(const char **p, struct iperf3_row *row)
{
	double jitter, share;
	int64_t lost, packets;

	if (take_number(p, NUMBER_DECIMAL, &jitter) || !eat_word(p, "ms") ||
	    take_whole(p, &lost) || !eat(p, "/") || take_whole(p, &packets) || !eat(p, "(") ||
	    take_number(p, NUMBER_DECIMAL, &share) || !eat(p, "%)"))
		return false;
	row->udp = true;
	row->jitter_ns = jitter * 1e6;
	row->lost = lost;
	row->packets = packets;
	return true;
}

bool iperf3_row_begins(const char *p)
{
	struct iperf3_row row;
	double v;

	return take_id(&p, &row) && !take_number(&p, NUMBER_DECIMAL, &v) && eat(&p, "-");
}

int iperf3_row_scan(const char *p, struct iperf3_row *row)
{
	const char *word, *s;
	double from, to, transfer, factor;
	size_t len;

	*row = (struct iperf3_row){ .retransmits = -1, .lost = -1, .packets = -1, .jitter_ns = -1 };
	if (!take_id(&p, row) || take_number(&p, NUMBER_DECIMAL, &from) || !eat(&p, "-") ||
	    take_number(&p, NUMBER_DECIMAL, &to) || !eat_word(&p, "sec") ||
	    take_number(&p, NUMBER_DECIMAL, &transfer) || !take_word(&p, &word) ||
	    take_number(&p, NUMBER_DECIMAL, &row->rate))
		return -ENODATA;
	len = take_word(&p, &word);
	factor = rate_unit(word, len);
	if (!factor)
		return at_end(p) ? -ENODATA : -EINVAL;
	row->rate *= factor;
	s = p;
	if (!take_loss(&s, row)) {
		s = p;
		if (take_number(&s, NUMBER_DECIMAL, &row->retransmits) || (*s && *s != ' '))
			s = p;
	}
	p = s;
	row->end = eat_word(&p, "sender") ? IPERF3_SENDER :
		eat_word(&p, "receiver") ? IPERF3_RECEIVER : IPERF3_INTERVAL;
	if (row->end != IPERF3_INTERVAL && !at_end(p))
		return -EINVAL;
	return 0;
}
