# SPDX-License-Identifier: GPL-2.0-or-later
# What `perf script -F comm,ip,sym,symoff` printed of a case's kernel samples, into
# its line of docs/evidence.tsv. Variables, by -v: name and param of the case.

# The primitive whose instructions the symbol holds, in its own code or inlined; ""
# where it touches no user memory. What both directions share goes by its caller.
function primitive(symbol, caller) {
	if (symbol ~ /^(rep_movs_alternative|raw_copy_user|copy_user_generic|copy_user_enhanced_fast_string|copy_user_generic_unrolled|copy_user_generic_string)$/)
		symbol = caller
	if (symbol ~ /^(_copy_to_iter|copy_page_to_iter|copy_folio_to_iter|_?copy_to_user|__copy_to_user|__arch_copy_to_user|copy_to_user_nofault)$/)
		return "copy_to_user"
	if (symbol ~ /^(_copy_from_iter|copy_page_from_iter|copy_page_from_iter_atomic|copy_folio_from_iter_atomic|_copy_from_iter_flushcache|_?copy_from_user|__copy_from_user|__arch_copy_from_user|iov_iter_copy_from_user_atomic)$/)
		return "copy_from_user"
	if (symbol ~ /^(read_zero|iov_iter_zero|__?clear_user|__arch_clear_user|clear_user_(erms|rep_good|original)|rep_stos_alternative)$/)
		return "clear_user"
	if (symbol ~ /^(__get_user_(nocheck_)?[1248]|copy_iovec_from_user|futex_get_value_locked|get_futex_value_locked|futex_wait_setup)$/)
		return "get_user"
	if (symbol ~ /^(__put_user_(nocheck_)?[1248]|filldir64)$/)
		return "put_user"
	if (symbol ~ /^strncpy_from_user$/)
		return "strncpy_from_user"
	return ""
}

# "symbol+0x1f" without offset, and without what the compiler appended
function bare(text) {
	sub(/\+0x[0-9a-f]*$/, "", text)
	return text
}

# a sample: its frames, innermost first
function take(   symbol, i) {
	if (!depth)
		return
	samples++
	symbol = bare(frame[1])
	of[symbol]++
	at[frame[1]]++
	path = ""
	for (i = 2; i <= depth && i <= 4; i++)
		path = path (path == "" ? "" : ", ") bare(frame[i])
	chains[symbol, path]++
	held[symbol] = primitive(symbol, bare(frame[2]))
	depth = 0
}

/^[^ \t]/	{ take(); ours = $1 !~ /^(uabench-runner|perf|perf-exec)$/; next }
NF == 0		{ next }
ours && depth < 8 { frame[++depth] = $2 }

# the k-th of the symbols by samples, names in order where they are equal
function next_symbol(   s, best) {
	best = ""
	for (s in of)
		if (!(s in used) && (best == "" || of[s] > of[best] || (of[s] == of[best] && s < best)))
			best = s
	used[best] = 1
	return best
}

END {
	take()
	copy = top = ""
	for (k = 1; k <= 5 && (s = next_symbol()) != ""; k++)
		top = top (top == "" ? "" : ", ") sprintf("%s %.1f", s, 100 * of[s] / samples)
	for (s in of)
		if (held[s] != "" && (copy == "" || of[s] > of[copy]))
			copy = s
	if (samples && copy != "" && of[copy] >= samples / 100) {
		for (a in at)
			if (bare(a) == copy && (hot == "" || at[a] > at[hot]))
				hot = a
		for (c in chains) {
			split(c, part, SUBSEP)
			if (part[1] == copy && (via == "" || chains[c] > most)) {
				via = part[2]
				most = chains[c]
			}
		}
		share = sprintf("%.1f", 100 * of[copy] / samples)
		offset = substr(hot, length(copy) + 2)
		there = sprintf("%.0f", 100 * at[hot] / of[copy])
		printf "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", name, param, samples,
			held[copy], copy, share, offset, there, via, top
	} else {
		printf "%s\t%s\t%d\t-\t-\t-\t-\t-\t-\t%s\n", name, param, samples, top
	}
}
