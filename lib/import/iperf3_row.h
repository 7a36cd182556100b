/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A row of iperf3's tables. Private to lib/import. */
#ifndef UABENCH_IMPORT_IPERF3_ROW_H
#define UABENCH_IMPORT_IPERF3_ROW_H

#include "iperf3.h"

enum iperf3_end { IPERF3_SENDER, IPERF3_RECEIVER, IPERF3_INTERVAL };

/*
 *	[  5][TX-C]   0.00-2.00   sec  2.04 GBytes  8.77 Gbits/sec   16             sender
 *	[SUM]   0.00-2.00   sec  11.9 MBytes  50.1 Mbits/sec  0.018 ms  0/382 (0%)  receiver
 */
struct iperf3_row {
	bool sum, udp;
	enum iperf3_direction role;	/* FORWARD where none is printed */
	enum iperf3_end end;		/* INTERVAL where none is printed */
	double rate;			/* B/s */
	double retransmits, lost, packets, jitter_ns;	/* below 0: not printed */
};

/* "[  5]   0.00-": it is a row, perhaps cut. */
bool iperf3_row_begins(const char *line);

/* 0; -ENODATA where it is cut before its rate, or none; -EINVAL: not as iperf3 prints it. */
int iperf3_row_scan(const char *line, struct iperf3_row *row);

#endif
