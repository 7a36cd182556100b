// SPDX-License-Identifier: GPL-2.0-or-later
#include "lmbench.h"

#define ONLY(name)		{ name, { { NULL, 0 } } }
#define ONE(name, param, v)	{ name, { { param, v } } }
#define CTXSW(procs, size)	{ "ctxsw", { { "procs", procs }, { "size", size } } }

const struct lmbench_table lmbench_tables[] = {
	{ "Processor, Processes - times in microseconds", "ns", 1e3, 11, {
		ONLY(NULL), ONLY("null_call"), ONLY("null_io"), ONLY("stat"), ONLY("open_close"),
		ONLY("select_tcp"), ONLY("sig_inst"), ONLY("sig_hndl"), ONLY("fork"), ONLY("exec"),
		ONLY("sh"),
	} },
	{ "File & VM system latencies in microseconds", "ns", 1e3, 7, {
		ONE("create", "size", 0), ONE("delete", "size", 0),
		ONE("create", "size", 10240), ONE("delete", "size", 10240),
		ONLY("mmap"), ONLY("prot_fault"), ONLY("page_fault"), ONE("select", "fds", 100),
	} },
	{ "*Local* Communication bandwidths in MB/s", "B/s", 1e6, 9, {
		ONLY("bw_pipe"), ONLY("bw_unix"), ONLY("bw_tcp"), ONLY("bw_file_reread"),
		ONLY("bw_mmap_reread"), ONLY("bw_bcopy_libc"), ONLY("bw_bcopy_hand"),
		ONLY("bw_mem_read"), ONLY("bw_mem_write"),
	} },
	{ "*Local* Communication latencies in microseconds", "ns", 1e3, 8, {
		CTXSW(2, 0), ONLY("lat_pipe"), ONLY("lat_unix"),
		ONLY("lat_udp"), ONLY("lat_rpc_udp"), ONLY("lat_tcp"), ONLY("lat_rpc_tcp"),
		ONLY("tcp_connect"),
	} },
	{ "Context switching - times in microseconds", "ns", 1e3, 7, {
		CTXSW(2, 0), CTXSW(2, 16384), CTXSW(2, 65536), CTXSW(8, 16384), CTXSW(8, 65536),
		CTXSW(16, 16384), CTXSW(16, 65536),
	} },
};

const size_t lmbench_ntables = sizeof(lmbench_tables) / sizeof(lmbench_tables[0]);
