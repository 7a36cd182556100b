# SPDX-License-Identifier: GPL-2.0-or-later
# Writes the record of a run (docs/record.md) whose costs are known. Input: a line
# a case, "NAME UNIT COST [PARAM=VALUE...]", where COST is for one iteration.
# Variables, by -v NAME=VALUE:
#	label kernel boot build governor thp version	of the run line
#	pinned		CPU that measured (1)
#	seed		of the noise; another one is another run (1)
#	spread		between runs, relative sd of each case's cost (0)
#	jitter		between batches, relative sd (0)
#	clock_factor	of the time that all of it takes; the loops are recorded then (none)
#	shape		of each process's costs: drift (by a fifth from the first to the
#			last), step (by a tenth half way), modes (two, a fifth apart),
#			outlier (one of them, a hundredfold)
#	first, total	of the processes, where the shape spans several runs (0, procs)
#	procs, rounds	processes (3), visits to each case (2)
#	status		of the end line; "none": none is written ("complete")
# Deterministic, whatever awk it is.

function text(key, value) {
	return value == "" ? "" : sprintf(",\"%s\":\"%s\"", key, value)
}

# 0..1, the "minimal standard" generator: exact in a double
function uniform() {
	state = (state * 16807) % 2147483647
	return state / 2147483647
}

# about normal, sd 1
function normal(   i, sum) {
	for (i = 0; i < 12; i++)
		sum += uniform()
	return sum - 6
}

# what the i-th of n processes costs, relative to what it should
function shaped(i, n) {
	if (shape == "drift")
		return 1 + i / n / 5
	if (shape == "step")
		return i < n / 2 ? 1 : 1.1
	if (shape == "modes")
		return uniform() < 0.5 ? 1 : 1.2
	if (shape == "outlier")
		return i == int(n / 3) ? 100 : 1
	return 1
}

function default_to(value, otherwise) {
	return value == "" ? otherwise : value
}

BEGIN {
	n = 0
	state = (default_to(seed, 1) * 7919) % 2147483646 + 1
	for (i = 0; i < 20; i++)
		uniform()
	procs = default_to(procs, 3)
	rounds = default_to(rounds, 2)
	status = default_to(status, "complete")
	first = default_to(first, 0)
	total = default_to(total, procs)
}

NF >= 3 {
	name[n] = $1
	unit[n] = $2
	cost[n] = $3 * (1 + spread * normal())
	bytes[n] = params[n] = ""
	for (i = 4; i <= NF; i++) {
		split($i, pair, "=")
		params[n] = params[n] sprintf("%s\"%s\":%d", i > 4 ? "," : "", pair[1], pair[2])
		if (pair[1] == "size")
			bytes[n] = sprintf(",\"bytes\":%d", pair[2])
	}
	if ($2 == "instructions")
		clock = "instructions"
	n++
}

END {
	printf "{\"type\":\"run\",\"schema\":1,\"clock\":\"%s\"", default_to(clock, "time")
	printf "%s%s%s%s", text("label", label), text("kernel", default_to(kernel, "6.12.0")),
		text("boot_id", boot), text("build_id", build)
	printf "%s%s%s", text("governor", governor), text("thp", thp),
		text("runner", default_to(version, "0.1.0"))
	printf ",\"arch\":\"x86_64\",\"cpu\":\"Example CPU\",\"cpus\":2,\"pinned_cpu\":%d", default_to(pinned, 1)
	printf ",\"seed\":%d,\"settings\":{\"batch_ms\":4}}\n", default_to(seed, 1)
	for (p = 0; p < procs; p++) {
		relative = shaped(first + p, total) * default_to(clock_factor, 1)
		loops = clock_factor == "" ? "" : sprintf(",\"ref_arith\":%.3f,\"ref_mem\":2000", 1000 * clock_factor)
		for (r = 0; r < rounds; r++)
			for (i = 0; i < n; i++)
				printf "{\"type\":\"batch\",\"case\":\"%s\",\"params\":{%s},\"unit\":\"%s\",\"iters\":1000,\"elapsed\":%.0f%s,\"round\":%d,\"proc\":%d%s}\n",
					name[i], params[i], unit[i],
					1000 * cost[i] * relative * (1 + jitter * normal()), bytes[i], r, p, loops
	}
	if (status != "none")
		printf "{\"type\":\"end\",\"batches\":%d,\"skips\":0,\"procs\":%d,\"status\":\"%s\",\"duration_ns\":1000000000}\n",
			n * procs * rounds, procs, status
}
