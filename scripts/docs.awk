# SPDX-License-Identifier: GPL-2.0-or-later
# Puts what docs/evidence.tsv, the first file, has of each case after its paragraph in
# the list of cases, the second.
BEGIN { FS = "\t" }

# "symbol 22.0, ..." with marks
function shares(text,   part, n, i, word, all) {
	n = split(text, part, ", ")
	for (i = 1; i <= n; i++) {
		split(part[i], word, " ")
		all = all (i > 1 ? ", " : "") "`" word[1] "` " word[2] " %"
	}
	return all
}

FNR == NR {
	if (/^#/)
		next
	seen = "Seen" ($2 == "-" ? "" : " (" $2 ")") ": "
	if ($4 == "-") {
		seen = seen "no user access in 1 % of the samples. "
	} else {
		callers = $9
		gsub(/, /, "`, `", callers)
		seen = seen sprintf("`%s`, which holds the %s, has %s %% of %d samples, %s %% of them at +%s; called by `%s`. ",
				    $5, $4, $6, $3, $8, $7, callers)
	}
	evidence[$1] = seen "Top: " shares($10) "."
	next
}

/^### / { name = substr($0, 5); lines = 0 }
{ print }
name != "" && $0 != "" && ++lines == 2 && name in evidence { print "\n" evidence[name] }
