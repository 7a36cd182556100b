// SPDX-License-Identifier: GPL-2.0-or-later
/* A fault within a known range goes on at its landing. */
#include "raw.h"
#include "context.h"

bool raw_fault(int sig, const siginfo_t *info, void *ctx)
{
	const struct ua_range *r = table_find(context_pc(ctx));

	if (!r)
		return false;
	context_land(ctx, (uintptr_t)&r->landing + (uintptr_t)(intptr_t)r->landing);
	if (r->kind == UA_RANGE_SIGNO)
		context_set_signo(ctx, sig);
	return true;
}
