# SPDX-License-Identifier: GPL-2.0-or-later
# Writes records by the thousand: DIR/base/*.jsonl and DIR/new/*.jsonl in turns, each
# of a boot of its own. The folders must be there. Variables, by -v NAME=VALUE:
#	dir		where to
#	runs, cases	how many
#	procs		processes of a run, of one batch a case each (1)
#	shape		of a case's costs from run to run and process to process: noise,
#			drift, modes, ties (few different values), far (a few values
#			far out)
#	one		1: all cases are one, of different sizes
#	named		1: each run has a label, a kernel and a governor of its own
#	clocks		1: every third run at a clock that is 20 % faster
#	counted		1: instructions, two runs of each seed, and a control arm
# Deterministic, whatever awk it is.

# 0..1, the "minimal standard" generator: exact in a double
function uniform() {
	state = (state * 16807) % 2147483647
	return state / 2147483647
}

# relative cost of the i-th of n
function relative(i, n,   u) {
	u = (uniform() + uniform() + uniform() - 1.5) / 50
	if (shape == "drift")
		return 1 + i / n / 10 + u / 1000
	if (shape == "modes")
		return 1 + u + (uniform() < 0.5 ? 0.1 : 0)
	if (shape == "ties")
		return 1 + int(uniform() * 4) / 100
	if (shape == "far")
		return (1 + u) * (uniform() < 0.01 ? 1000 : 1)
	return 1 + u
}

BEGIN {
	state = 12345
	procs = procs == "" ? 1 : procs
	clock = counted ? "instructions" : "time"
	unit = counted ? "instructions" : "ns"
	for (r = 0; r < runs; r++) {
		f = sprintf("%s/%s/%06d.jsonl", dir, r % 2 ? "new" : "base", r)
		name = named ? r : "all"
		printf "{\"type\":\"run\",\"schema\":1,\"clock\":\"%s\",\"boot_id\":\"boot-%d\"", clock, r >f
		if (counted)
			printf ",\"arm\":\"%s\"", r % 3 ? "side" : "control" >f
		printf ",\"label\":\"label-%s\",\"kernel\":\"6.12.0-%s\",\"governor\":\"gov-%s\"", name, name, name >f
		printf ",\"arch\":\"x86_64\",\"cpu\":\"Example CPU\",\"cpus\":2,\"seed\":%d,\"settings\":{\"batch_ms\":4}}\n", counted ? int(r / 4) : r >f
		level = counted ? 1 + int(r / 4) * (r % 2 ? 1 : 3) % 4 / 100 : relative(r, runs)
		fast = clocks && r % 3 == 0 ? 0.83 : 1
		level *= fast
		for (p = 0; p < procs; p++) {
			each = procs > 1 ? relative(p, procs) : 1
			for (c = 0; c < cases; c++)
				printf "{\"type\":\"batch\",\"case\":\"case.number%d\",\"params\":{\"size\":%d},\"unit\":\"%s\",\"iters\":1000,\"elapsed\":%.0f,\"bytes\":%d,\"round\":0,\"proc\":%d,\"ref_arith\":%.2f,\"ref_mem\":%.2f,\"nivcsw\":0,\"steal\":0,\"minflt\":%d}\n",
					one ? 0 : c % (cases / 8 + 1), c + 1, unit,
					100000 * (1 + c / 100) * level * each * (counted ? 1 : 1 + uniform() / 100),
					c + 1, p, fast * (1000 + 10 * uniform()), 1500 + 20 * uniform(), c % 3 >f
		}
		printf "{\"type\":\"end\",\"batches\":%d,\"skips\":0,\"procs\":%d,\"status\":\"complete\",\"duration_ns\":1000000000}\n", cases * procs, procs >f
		close(f)
	}
}
