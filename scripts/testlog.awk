# SPDX-License-Identifier: GPL-2.0-or-later
# Reads Meson's testlog.json (one JSON object a line, ASCII). Prints a line a
# test: exit status (0, 77 or other), seconds, log, name; writes the logs,
# logs/DIR.test-N.log. A quote inside a JSON string is escaped, so that a key
# between bare quotes is a key.

# the string value of a key, unescaped; "" where there is none
function text(key,    s) {
	if (!match($0, "\"" key "\": \"([^\"\\\\]|\\\\.)*\""))
		return ""
	s = substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6)
	gsub(/\\\\/, "\001", s)
	gsub(/\\n/, "\n", s)
	gsub(/\\t/, "\t", s)
	gsub(/\\r/, "", s)
	gsub(/\\"/, "\"", s)
	gsub(/\001/, "\\", s)
	return s
}

function number(key) {
	if (!match($0, "\"" key "\": [0-9.eE+-]+"))
		return 0
	return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
}

{
	result = text("result")
	status = 1
	if (result == "OK" || result == "EXPECTEDFAIL")
		status = 0
	else if (result == "SKIP")
		status = 77
	log_file = logs "/" dir ".test-" NR ".log"
	printf "%s\n%s\n", text("stdout"), text("stderr") > log_file
	if (status == 1)
		printf "Meson: %s, return code %s\n", result, number("returncode") > log_file
	close(log_file)
	name = text("name")	# "project:suite / name"
	sub(/^[^:]*:/, "", name)
	sub(/ \/ /, " ", name)
	printf "%d\t%.1f\t%s\t%s\n", status, number("duration"), log_file, name
}
