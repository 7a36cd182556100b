// SPDX-License-Identifier: GPL-2.0-or-later
#include "importer.h"
#include "formats.h"

const struct importer *const importers[] = {
	&import_hdparm,
	&import_dd,
	&import_lmbench,
	&import_lmbench_raw,
	&import_time,
	&import_perf_stat,
	&import_perf_stat_csv,
	&import_perf_stat_json,
	&import_perf_report,
	&import_perf_bench,
	&import_iperf3,
	&import_iperf3_json,
	&import_fio_json,
	&import_fio_terse,
	&import_will_it_scale,
	&import_stress_ng,
	&import_stress_ng_yaml,
	&import_hyperfine,
	&import_go_bench,
	&import_size,
	&import_size_sysv,
	&import_bloat_o_meter,
	&import_unixbench,
	NULL
};
