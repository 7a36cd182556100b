/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every format, a line each; at most IMPORTERS_MAX of them. Private to lib/import. */
#ifndef UABENCH_IMPORT_FORMATS_H
#define UABENCH_IMPORT_FORMATS_H

#include "importer.h"

extern const struct importer
	import_bloat_o_meter,
	import_fio_json,
	import_fio_terse,
	import_go_bench,
	import_hyperfine,
	import_iperf3,
	import_iperf3_json,
	import_perf_bench,
	import_size,
	import_size_sysv,
	import_stress_ng,
	import_stress_ng_yaml,
	import_unixbench,
	import_will_it_scale,
	import_dd,
	import_hdparm,
	import_lmbench,
	import_lmbench_raw,
	import_perf_report,
	import_perf_stat,
	import_perf_stat_csv,
	import_perf_stat_json,
	import_time;

#endif
