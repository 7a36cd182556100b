# SPDX-License-Identifier: GPL-2.0-or-later
# Checks the record of a complete run: one run line first, more than 60 batches,
# each skip with its reason (printed), an end line last that counts them right.

function value(key) {
	if (!match($0, "\"" key "\": *(\"([^\"\\\\]|\\\\.)*\"|[^,}]*)"))
		return ""
	key = substr($0, RSTART, RLENGTH)
	sub(/^"[^"]*": */, "", key)
	gsub(/^"|"$/, "", key)
	return key
}

function bad(text) {
	print "FAIL: line " NR ": " text
	failures++
}

{ type = value("type"); seen[type]++ }

type == "run"	{ if (NR != 1) bad("a run line that is not the first") }
type == "end"	{ end = NR; status = value("status"); batches = value("batches"); skips = value("skips") }
type == "batch"	{
	if (value("iters") != 1) bad("iters is " value("iters") ", not 1")
	if (value("elapsed") == "") bad("a batch without elapsed")
	cases[value("case")] = 1
}
type == "skip"	{
	reason = value("reason")
	if (reason == "") bad("a skip without a reason: " $0)
	line = "NOTE: skips " value("case") ": " reason
	if (!(line in told)) print line
	told[line] = 1
}
type !~ /^(run|batch|skip|end)$/ { bad("type \"" type "\"") }

END {
	for (c in cases) n++
	printf "%d cases, %d batches, %d skips, status %s\n", n, seen["batch"], seen["skip"], status
	if (seen["run"] != 1) bad("run lines: " seen["run"] + 0)
	if (end != NR || status != "complete") bad("no end line with status complete at the end")
	if (batches + 0 != seen["batch"]) bad("the end line counts " batches " batches")
	if (skips + 0 != seen["skip"]) bad("the end line counts " skips " skips")
	if (seen["batch"] <= 60) bad("60 batches or fewer")
	exit failures > 0
}
