// SPDX-License-Identifier: GPL-2.0-or-later
/* The throughput cases in the words and units of hdparm, dd and iperf3. */
#include <errno.h>
#include <string.h>

#include "fmt.h"
#include "show.h"

struct as_tool {
	const char *case_name;
	/* value is ns an operation */
	int (*put)(const struct result_series *s, double value, struct strbuf *sb);
};

static int64_t param(const struct result_series *s, const char *name)
{
	int64_t v = 0;

	result_key_param(s->key, name, &v);
	return v;
}

/* hdparm's MB is 2^20 bytes. */
static int put_hdparm(const char *flag, const struct result_series *s, double value,
		      struct strbuf *sb)
{
	return strbuf_printf(sb, "  hdparm %s         %10.2f MB/sec (of 2^20 bytes)\n", flag,
			     s->bytes / value * 1e9 / (1 << 20));
}

static int put_cached(const struct result_series *s, double value, struct strbuf *sb)
{
	return put_hdparm("-T", s, value, sb);
}

static int put_buffered(const struct result_series *s, double value, struct strbuf *sb)
{
	return put_hdparm("-t", s, value, sb);
}

static int put_dd(const struct result_series *s, double value, struct strbuf *sb)
{
	double bps = s->bytes / value * 1e9;
	char size[FMT_LEN];

	return strbuf_printf(sb, "  dd bs=%-8s    %10.2f MB/s (GNU), %.2f MB/s (BusyBox, "
			     "of 2^20)\n",
			     fmt_size(size, param(s, "bs")), bps / 1e6, bps / (1 << 20));
}

/* The mean of a case's own figure over its batches; 0 where there is none. */
static double mean(const struct result_series *s, const char *name)
{
	const struct result_sum *sum = result_sum_find(s->extras, s->nextras, name);

	return sum && sum->batches ? sum->value / sum->batches : 0;
}

static double total(const struct result_series *s, const char *name)
{
	const struct result_sum *sum = result_sum_find(s->extras, s->nextras, name);

	return sum ? sum->value : 0;
}

/* CPU time of one end over the time that passed, both in all batches, in percent. */
static double cpu_share(const struct result_series *s, const char *name)
{
	const struct result_sum *sum = result_sum_find(s->extras, s->nextras, name);
	double cost = 0;

	for (uint32_t i = 0; i < s->n; i++)
		cost += s->batch[i].cost / s->n;
	return sum && sum->iters > 0 && cost > 0 ? 100 * sum->value / sum->iters / cost : 0;
}

static int put_ends(const struct result_series *s, struct strbuf *sb)
{
	return strbuf_printf(sb, "                   CPU sender %.0f %%, receiver %.0f %%; buffers "
			     "%.0f and %.0f KiB\n", cpu_share(s, "snd_cpu_ns"),
			     cpu_share(s, "rcv_cpu_ns"), mean(s, "sndbuf") / 1024,
			     mean(s, "rcvbuf") / 1024);
}

static int put_tcp(const struct result_series *s, double value, struct strbuf *sb)
{
	int r = strbuf_printf(sb, "  iperf3 -l %-7lld %10.2f Gbits/sec, TCP on loopback\n",
			      (long long)param(s, "size"), 8 * s->bytes / value);

	return r ? r : put_ends(s, sb);
}

static int put_udp(const struct result_series *s, double value, struct strbuf *sb)
{
	double sent = total(s, "sent"), lost = total(s, "lost");
	int r = strbuf_printf(sb, "  iperf3 -u -l %-5lld%10.2f Gbits/sec sent, %.0f/%.0f "
			      "datagrams lost (%.2g %%)\n", (long long)param(s, "size"),
			      8 * s->bytes / value, lost, sent, sent > 0 ? 100 * lost / sent : 0);

	return r ? r : put_ends(s, sb);
}

static const struct as_tool tools[] = {
	{ "throughput.cached", put_cached },
	{ "throughput.buffered", put_buffered },
	{ "throughput.zero_null", put_dd },
	{ "throughput.tcp", put_tcp },
	{ "throughput.udp", put_udp },
};

int show_tools(const struct show *s, struct strbuf *sb)
{
	bool first = true;
	int r = 0;

	for (size_t t = 0; t < sizeof(tools) / sizeof(tools[0]); t++)
		for (size_t i = 0; !r && i < s->n; i++) {
			struct run_value v;

			if (strcmp(s->keys[i]->case_name, tools[t].case_name) ||
			    strcmp(s->series[i]->unit, "ns"))
				continue;
			r = run_value(s->series[i], s->mode[i], &s->scale, &v);
			if (r || !(v.value > 0))
				continue;
			if (first)
				r = strbuf_adds(sb, "\nthe same work in the words of the usual "
						"tools:\n");
			first = false;
			if (!r)
				r = tools[t].put(s->series[i], v.value, sb);
		}
	return r;
}
