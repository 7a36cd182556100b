/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What iperf3's two formats have in common: the figures of a test. Private to lib/import. */
#ifndef UABENCH_IMPORT_IPERF3_H
#define UABENCH_IMPORT_IPERF3_H

#include "importer.h"

/* One direction of a test; what is not known is below 0. */
struct iperf3_flow {
	double sent, received;		/* B/s */
	double retransmits;
	double lost, packets, jitter_ns;
	double sender_cpu, receiver_cpu;	/* % of a CPU */
};

#define IPERF3_FLOW_INIT	{ -1, -1, -1, -1, -1, -1, -1, -1 }

enum iperf3_direction {
	IPERF3_FORWARD, IPERF3_REVERSE,			/* -R */
	IPERF3_BIDIR, IPERF3_BIDIR_REVERSE,		/* --bidir, client to server and back */
};

/* Cases "iperf3.tcp.sent", "iperf3.udp.reverse.loss", ... 0, or -errno as import_put(). */
int iperf3_put(struct import *im, bool udp, enum iperf3_direction direction, int64_t streams,
	       const struct iperf3_flow *flow);

#endif
