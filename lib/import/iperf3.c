// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What iperf3 prints, of client and server: the rows of its last table, which end in
 * "sender" or "receiver"; of several streams their [SUM]. Intervals are no repetitions.
 *	[ ID] Interval           Transfer     Bitrate         Retr
 *	[  5]   0.00-2.00   sec  3.50 GBytes  15.0 Gbits/sec    9             sender
 *	[  5]   0.00-2.01   sec  3.50 GBytes  15.0 Gbits/sec                  receiver
 *	CPU Utilization: local/sender 46.3% (1.1%u/45.2%s), remote/receiver 51.0% (...)
 */
#include <errno.h>
#include <string.h>

#include "formats.h"
#include "iperf3_row.h"

static const char *const marks[] = {
	"] Interval", "[Role] Interval", "Reverse mode, ", "Connecting to host ",
	"Accepted connection from ", NULL
};

static bool is_header(const char *p)
{
	return eat(&p, "[ ID]") && (eat(&p, "[Role]"), eat_word(&p, "Interval")) &&
		eat_word(&p, "Transfer");
}

static bool eat_host(const char **p)
{
	return eat(p, "Connecting to host ") && strstr(*p, ", port ");
}

static bool is_reverse(const char *p)
{
	return eat(&p, "Reverse mode, remote host ");
}

static bool is_server(const char *p)
{
	return eat(&p, "Accepted connection from ") && strstr(p, ", port ");
}

static bool detect(const char *line)
{
	const char *p = line;

	return is_header(line) || eat_host(&p) || is_reverse(line) || is_server(line);
}

/* The last rows of a table, by direction and end. */
struct table {
	struct ends {
		struct iperf3_row row;	/* the sum, or the first stream */
		int64_t streams;
		bool have;
	} ends[IPERF3_BIDIR_REVERSE + 1][2];
	double sender_cpu, receiver_cpu;
	int64_t rows, intervals;
	bool sums;		/* [SUM] stands among the intervals */
};

static int add_row(struct import *im, struct table *t, const struct iperf3_row *row)
{
	struct ends *e;

	t->rows++;
	if (row->end == IPERF3_INTERVAL) {
		t->intervals++;
		t->sums |= row->sum;
		return 0;
	}
	e = &t->ends[row->role][row->end];
	if (e->have && e->row.sum)
		return import_fail(im, "a row behind the sum");
	if (!row->sum)
		e->streams++;
	if (!e->have || row->sum)
		e->row = *row;
	e->have = true;
	return 0;
}

/* What a mailer may have broken off a row, and what stands between rows. */
static bool is_remnant(const char *p)
{
	static const char *const words[] = {
		"sender", "receiver", "Cwnd", "Retr", "Datagrams", "Lost/Total", "Jitter",
		"Bitrate", "Bandwidth", "KBytes", "MBytes", "GBytes", "Bytes", "Total", "(omitted)",
	};
	bool found = true, any = false;

	while (found && !at_end(p)) {
		double v;
		const char *s = p;

		found = false;
		if (!take_number(&s, NUMBER_DECIMAL, &v) && (!*s || *s == ' ')) {
			p = s;
			found = true;
		}
		for (size_t i = 0; !found && i < sizeof(words) / sizeof(words[0]); i++)
			found = eat_word(&p, words[i]);
		any |= found;
	}
	return any && found;
}

static bool is_between(const char *p)
{
	return eat(&p, "- - -") || eat(&p, "Test Complete. Summary") || is_header(p);
}

/* "local/sender 46.3% (..., remote/receiver 51.0% (...)"; false where one is not there */
static bool read_cpu(const char *line, struct table *t)
{
	const char *sender = strstr(line, "/sender "), *receiver = strstr(line, "/receiver ");
	double a, b;

	if (!sender || !receiver)
		return false;
	sender += strlen("/sender ");
	receiver += strlen("/receiver ");
	if (take_number(&sender, NUMBER_DECIMAL, &a) || *sender != '%' ||
	    take_number(&receiver, NUMBER_DECIMAL, &b) || *receiver != '%')
		return false;
	t->sender_cpu = a;
	t->receiver_cpu = b;
	return true;
}

static int take_row(struct import *im, struct table *t)
{
	const struct import_line *next;
	struct iperf3_row row;
	int r = iperf3_row_scan(import_line(im)->text, &row);

	for (int i = 0; i < 4 && (r == -ENODATA || row.end == IPERF3_INTERVAL); i++) {
		next = import_peek(im);
		if (!next || is_between(next->text) || iperf3_row_begins(next->text) ||
		    !(r == -ENODATA || is_remnant(next->text)) || !import_join(im))
			break;
		r = iperf3_row_scan(import_line(im)->text, &row);
	}
	if (r)
		return import_fail(im, "a row that is cut or not as iperf3 prints it");
	return add_row(im, t, &row);
}

static int read_table(struct import *im, struct table *t)
{
	const struct import_line *next;
	int r = 0;

	while (!r && (next = import_peek(im))) {
		const char *p = next->text;

		if (iperf3_row_begins(p)) {
			import_next(im);
			r = take_row(im, t);
		} else if (is_between(p) || is_remnant(p)) {
			import_next(im);
		} else if (eat(&p, "CPU Utilization:")) {
			import_next(im);
			for (int i = 0; !read_cpu(import_line(im)->text, t) && i < 2; i++)
				if (!import_peek(im) ||
				    !strstr(import_peek(im)->text, "%u/") || !import_join(im))
					break;
		} else {
			break;
		}
	}
	return r;
}

static int put_direction(struct import *im, const struct table *t, int role, bool reverse)
{
	const struct ends *s = &t->ends[role][IPERF3_SENDER], *v = &t->ends[role][IPERF3_RECEIVER];
	const struct iperf3_row *loss = v->have ? &v->row : &s->row;
	struct iperf3_flow flow = IPERF3_FLOW_INIT;

	if (!s->have && !v->have)
		return 0;
	for (int end = 0; end < 2; end++) {
		const struct ends *e = &t->ends[role][end];

		if (e->have && !e->row.sum && (e->streams > 1 || t->sums))
			return import_fail(im, "several streams and no [SUM]: the table is cut");
	}
	if (s->have)
		flow.sent = s->row.rate;
	if (v->have)
		flow.received = v->row.rate;
	if (s->have && !s->row.udp)
		flow.retransmits = s->row.retransmits;
	flow.lost = loss->lost;
	flow.packets = loss->packets;
	flow.jitter_ns = loss->jitter_ns;
	if (role == IPERF3_FORWARD) {
		flow.sender_cpu = t->sender_cpu;
		flow.receiver_cpu = t->receiver_cpu;
	}
	return iperf3_put(im, loss->udp, role == IPERF3_FORWARD && reverse ? IPERF3_REVERSE : role,
			  s->have ? s->streams : v->streams, &flow);
}

/* The memo says "R" behind a line that announced the reverse direction. */
static int announce(struct import *im)
{
	const char *line = import_line(im)->text, *p = line;
	struct strbuf *memo = import_memo(im, 0);
	int r;

	if (is_reverse(line))
		return memo->len || !strbuf_addc(memo, 'R') ? 0 : import_nomem(im);
	strbuf_reset(memo);
	r = import_end_run(im);
	if (r)
		return r;
	if (is_server(line))
		return import_subject(im, "server", 6);
	eat_host(&p);
	return import_subject(im, p, strcspn(p, ","));
}

static int parse(struct import *im)
{
	struct table t = { .sender_cpu = -1, .receiver_cpu = -1 };
	bool reverse = import_memo(im, 0)->len;
	int r;

	if (!is_header(import_line(im)->text))
		return announce(im);
	r = read_table(im, &t);
	if (!r && t.intervals && t.intervals == t.rows)
		import_note(im, "intervals without the rows of \"sender\" and \"receiver\": "
			    "left out");
	for (int role = IPERF3_FORWARD; !r && role <= IPERF3_BIDIR_REVERSE; role++)
		r = put_direction(im, &t, role, reverse);
	return r;
}

const struct importer import_iperf3 = {
	.name = "iperf3",
	.summary = "iperf3's text, of client and server",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
