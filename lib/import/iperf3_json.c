// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * iperf3 -J: {"start": {...}, "intervals": [...], "end": {...}}. Both ends' rates, and
 * what the receiver saw lost; a test is a run.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "formats.h"
#include "iperf3.h"
#include "json_block.h"

static const char *const marks[] = { "\"start\"", NULL };

static bool detect(const char *line)
{
	return json_begins(line, "start", '{');
}

/* The sums of one direction, whose keys end in @suffix. */
static void read_flow(const json_t *end, bool udp, const char *suffix, struct iperf3_flow *f)
{
	const json_t *sent, *received, *sum;
	char key[64];

	snprintf(key, sizeof(key), "sum_sent%s", suffix);
	sent = json_object_get(end, key);
	snprintf(key, sizeof(key), "sum_received%s", suffix);
	received = json_object_get(end, key);
	snprintf(key, sizeof(key), "sum%s", suffix);
	sum = json_object_get(end, key);
	if (json_number_at(udp && !sent ? sum : sent, "bits_per_second", &f->sent))
		f->sent /= 8;
	if (json_number_at(received, "bits_per_second", &f->received))
		f->received /= 8;
	if (!udp) {
		json_number_at(sent, "retransmits", &f->retransmits);
		return;
	}
	/* of old versions the one sum has the sender's rate and the receiver's loss */
	received = received ? received : sum;
	json_number_at(received, "lost_packets", &f->lost);
	json_number_at(received, "packets", &f->packets);
	if (json_number_at(received, "jitter_ms", &f->jitter_ns))
		f->jitter_ns *= 1e6;
}

static bool flag_at(const json_t *json, const char *path)
{
	const json_t *at = json_at(json, path);
	double v;

	return json_is_true(at) || (json_number_at(json, path, &v) && v > 0);
}

static int put_flows(struct import *im, const json_t *json, const json_t *end, bool udp)
{
	bool reverse = flag_at(json, "start.test_start.reverse");
	bool bidir = flag_at(json, "start.test_start.bidir") ||
		json_at(end, "sum_sent_bidir_reverse");
	struct iperf3_flow flow = IPERF3_FLOW_INIT, back = IPERF3_FLOW_INIT;
	double streams = 1;
	int r;

	json_number_at(json, "start.test_start.num_streams", &streams);
	if (!(streams >= 1 && streams < 100000))
		return import_fail(im, "an impossible number of streams");
	read_flow(end, udp, "", &flow);
	if (flow.sent < 0 && flow.received < 0)
		return import_fail(im, "iperf3's JSON without the rates of its end");
	if (bidir) {
		read_flow(end, udp, "_bidir_reverse", &back);
		r = iperf3_put(im, udp, IPERF3_BIDIR, streams, &flow);
		return r ? r : iperf3_put(im, udp, IPERF3_BIDIR_REVERSE, streams, &back);
	}
	json_number_at(end, reverse ? "cpu_utilization_percent.remote_total" :
		       "cpu_utilization_percent.host_total", &flow.sender_cpu);
	json_number_at(end, reverse ? "cpu_utilization_percent.host_total" :
		       "cpu_utilization_percent.remote_total", &flow.receiver_cpu);
	return iperf3_put(im, udp, reverse ? IPERF3_REVERSE : IPERF3_FORWARD, streams, &flow);
}

static int put_test(struct import *im, const json_t *json)
{
	const json_t *end = json_object_get(json, "end"), *host;
	const char *error = json_string_value(json_object_get(json, "error"));
	const char *proto = json_string_value(json_at(json, "start.test_start.protocol"));
	bool server = false;
	int r;

	if (!end) {
		import_note(im, "JSON with \"start\" that iperf3 -J did not write, left out");
		return 0;
	}
	host = json_at(json, "start.connecting_to.host");
	if (!host)
		server = (host = json_at(json, "start.accepted_connection.host"));
	r = import_end_run(im);
	if (!r && server)
		r = import_subject(im, "server", 6);
	else if (!r)
		r = import_subject(im, json_is_string(host) ? json_string_value(host) : "",
				   json_is_string(host) ? json_string_length(host) : 0);
	if (r)
		return r;
	if (error) {
		import_note(im, "iperf3 failed: %.100s", error);
		return import_skip(im, "iperf3", "iperf3 failed");
	}
	if (!proto || (strcmp(proto, "TCP") && strcmp(proto, "UDP")))
		return import_fail(im, "a protocol that is neither TCP nor UDP");
	r = put_flows(im, json, end, !strcmp(proto, "UDP"));
	return r ? r : import_end_run(im);
}

static int parse(struct import *im)
{
	json_t *json;
	int r = json_take_block(im, &json);

	if (r)
		return r;
	r = put_test(im, json);
	json_decref(json);
	return r;
}

const struct importer import_iperf3_json = {
	.name = "iperf3-json",
	.summary = "iperf3 -J",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
