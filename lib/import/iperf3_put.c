// SPDX-License-Identifier: GPL-2.0-or-later
#include "iperf3.h"
#include "named.h"

int iperf3_put(struct import *im, bool udp, enum iperf3_direction direction, int64_t streams,
	       const struct iperf3_flow *f)
{
	static const char *const directions[] = {
		[IPERF3_FORWARD] = "", [IPERF3_REVERSE] = ".reverse", [IPERF3_BIDIR] = ".bidir",
		[IPERF3_BIDIR_REVERSE] = ".bidir-reverse",
	};
	const struct {
		const char *name, *unit;
		double value;
	} figures[] = {
		{ "sent", "B/s", f->sent },
		{ "received", "B/s", f->received },
		{ "retransmits", "count", f->retransmits },
		/* of the counts: the percentage that is printed is rounded */
		{ "loss", "%", f->lost >= 0 && f->packets > 0 ? 100 * f->lost / f->packets : -1 },
		{ "jitter", "ns", f->jitter_ns },
		{ "cpu.sender", "%", f->sender_cpu },
		{ "cpu.receiver", "%", f->receiver_cpu },
	};
	int r = 0;

	if (f->lost > f->packets && f->packets >= 0)
		return import_fail(im, "more packets lost than there were");
	for (size_t i = 0; !r && i < sizeof(figures) / sizeof(figures[0]); i++) {
		const struct import_figure figure = {
			.unit = figures[i].unit, .value = figures[i].value,
			.params = { { streams > 1 ? "streams" : NULL, streams } },
		};

		if (figure.value >= 0)
			r = import_putf(im, &figure, "iperf3.%s%s.%s", udp ? "udp" : "tcp",
					directions[direction], figures[i].name);
	}
	return r;
}
