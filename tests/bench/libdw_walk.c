// SPDX-License-Identifier: GPL-2.0-or-later
/* libdw_walk FILE: visits every DIE of every unit by libdw, and counts them. For bench-image. */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdio.h>

static unsigned long long dies, inlined;

static void walk(Dwarf_Die *die)
{
	Dwarf_Die child;

	dies++;
	inlined += dwarf_tag(die) == DW_TAG_inlined_subroutine;
	if (dwarf_child(die, &child))
		return;
	do
		walk(&child);
	while (!dwarf_siblingof(&child, &child));
}

int main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
	Dwarf *dwarf = fd < 0 ? NULL : dwarf_begin(fd, DWARF_C_READ);
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;

	if (!dwarf) {
		fprintf(stderr, "usage: libdw_walk FILE, which has DWARF\n");
		return 2;
	}
	while (!dwarf_get_units(dwarf, cu, &cu, NULL, NULL, &die, NULL))
		walk(&die);
	printf("%llu DIEs, %llu inlined subroutines\n", dies, inlined);
	dwarf_end(dwarf);
	return 0;
}
