// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * copy_to_user and copy_from_user through datagram sockets, one copy an
 * iteration: MSG_PEEK leaves the datagram queued, and a zero-length recv()
 * throws one away without copying it.
 */
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "bench.h"

struct dgram {
	int tx, rx;
	unsigned char *buf, *got;
	uint64_t size;
};

enum { P_SIZE, P_ALIGN };

static const struct bench_param unix_params[] = {
	{ .name = "size", .summary = "bytes a datagram", .min = 1, .max = 65536,
	  BENCH_VALUES(64, 16384) },
	{ .name = "align", .summary = "user buffer past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ 0 }
};

static const struct bench_param udp_params[] = {
	{ .name = "size", .summary = "bytes a datagram", .min = 1, .max = 65507,
	  BENCH_VALUES(64, 1400) },
	{ .name = "align", .summary = "user buffer past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ 0 }
};

static int unix_pair(struct bench *b, struct dgram *d)
{
	int fd[2];

	if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, fd))
		return bench_skip_errno(b, "socketpair");
	d->tx = bench_fd(b, fd[0], "socketpair");
	d->rx = bench_fd(b, fd[1], "socketpair");
	return 0;
}

static int udp_pair(struct bench *b, struct dgram *d)
{
	struct sockaddr_in sin = { .sin_family = AF_INET };
	socklen_t len = sizeof(sin);

	d->rx = bench_fd(b, socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "UDP socket");
	d->tx = bench_fd(b, socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "UDP socket");
	if (d->rx < 0 || d->tx < 0)
		return b->err;
	sin.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(d->rx, (struct sockaddr *)&sin, sizeof(sin)) ||
	    getsockname(d->rx, (struct sockaddr *)&sin, &len) ||
	    connect(d->tx, (struct sockaddr *)&sin, sizeof(sin)))
		return bench_skip_errno(b, "UDP on 127.0.0.1");
	return 0;
}

/* One datagram is queued that is not the one to be sent or received. */
static int prime(struct bench *b, int byte)
{
	struct dgram *d = BENCH_PRIV(b, struct dgram);

	if (byte >= 0)
		memset(d->got, byte, d->size);
	if (send(d->tx, d->got, d->size, 0) != (ssize_t)d->size)
		return bench_skip_errno(b, "send");
	return 0;
}

static int dgram_setup(struct bench *b, int (*pair)(struct bench *b, struct dgram *d))
{
	struct dgram *d = BENCH_PRIV(b, struct dgram);
	/* a lost datagram fails the batch and does not hang it */
	struct timeval patience = { .tv_sec = 2 };
	int err;

	d->size = b->bytes = b->p[P_SIZE];
	d->buf = bench_buf(b, d->size, b->p[P_ALIGN]);
	d->got = bench_buf(b, d->size, 0);
	if (!d->buf || !d->got)
		return b->err;
	err = pair(b, d);
	if (err)
		return err;
	if (setsockopt(d->rx, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)))
		return bench_skip_errno(b, "SO_RCVTIMEO");
	return 0;
}

static void peek_run(struct bench *b, uint64_t iters)
{
	struct dgram *d = BENCH_PRIV(b, struct dgram);
	unsigned char *buf = d->buf;
	ssize_t size = d->size;
	int rx = d->rx;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, recv(rx, buf, size, MSG_PEEK) == size, "recv MSG_PEEK");
}

static int peek_setup(struct bench *b, int (*pair)(struct bench *b, struct dgram *d))
{
	struct dgram *d = BENCH_PRIV(b, struct dgram);
	int err = dgram_setup(b, pair);

	if (err)
		return err;
	memset(d->buf, 0, d->size);
	return prime(b, -1);
}

static int peek_verify(struct bench *b, uint64_t iters)
{
	struct dgram *d = BENCH_PRIV(b, struct dgram);

	if (bench_match(d->buf, d->size, 0) != d->size)
		return bench_skip(b, EIO, "recv did not move the bytes");
	memset(d->buf, 0, d->size);
	return 0;
}

/* Drops what the iteration before sent, so that the last one stays to be verified. */
static void send_run(struct bench *b, uint64_t iters)
{
	struct dgram *d = BENCH_PRIV(b, struct dgram);
	unsigned char *buf = d->buf;
	ssize_t size = d->size;
	int tx = d->tx, rx = d->rx;

	for (uint64_t i = 0; i < iters; i++) {
		BENCH_EXPECT(b, recv(rx, NULL, 0, MSG_TRUNC) == size, "recv MSG_TRUNC");
		BENCH_EXPECT(b, send(tx, buf, size, 0) == size, "send");
	}
}

static int send_setup(struct bench *b, int (*pair)(struct bench *b, struct dgram *d))
{
	int err = dgram_setup(b, pair);

	return err ? err : prime(b, 0);
}

static int send_verify(struct bench *b, uint64_t iters)
{
	struct dgram *d = BENCH_PRIV(b, struct dgram);

	if (recv(d->rx, d->got, d->size, MSG_TRUNC) != (ssize_t)d->size ||
	    bench_match(d->got, d->size, 0) != d->size)
		return bench_skip(b, EIO, "send did not move the bytes");
	if (recv(d->rx, d->got, d->size, MSG_DONTWAIT) >= 0)
		return bench_skip(b, EIO, "the truncated datagram was still queued");
	return prime(b, 0);
}

static int unix_peek_setup(struct bench *b)
{
	return peek_setup(b, unix_pair);
}

static int unix_send_setup(struct bench *b)
{
	return send_setup(b, unix_pair);
}

static int udp_peek_setup(struct bench *b)
{
	return peek_setup(b, udp_pair);
}

static int udp_send_setup(struct bench *b)
{
	return send_setup(b, udp_pair);
}

BENCH_CASE(copy_to_user_unix) {
	.name = "copy.to_user.unix",
	.summary = "recv(MSG_PEEK) of one queued AF_UNIX datagram",
	.exercises = "copy_to_user by skb_copy_datagram_iter, unix_dgram_recvmsg",
	.params = unix_params,
	.setup = unix_peek_setup,
	.run = peek_run,
	.verify = peek_verify,
};

BENCH_CASE(copy_from_user_unix) {
	.name = "copy.from_user.unix",
	.summary = "recv() that discards an AF_UNIX datagram, then send() of one",
	.exercises = "copy_from_user by skb_copy_datagram_from_iter, unix_dgram_sendmsg; "
		     "skb allocation and release",
	.params = unix_params,
	.setup = unix_send_setup,
	.run = send_run,
	.verify = send_verify,
};

BENCH_CASE(copy_to_user_udp) {
	.name = "copy.to_user.udp",
	.summary = "recv(MSG_PEEK) of one queued UDP datagram",
	.exercises = "copy_to_user by copy_to_iter, udp_recvmsg",
	.params = udp_params,
	.setup = udp_peek_setup,
	.run = peek_run,
	.verify = peek_verify,
};

BENCH_CASE(copy_from_user_udp) {
	.name = "copy.from_user.udp",
	.summary = "recv() that discards a UDP datagram, then send() of one on 127.0.0.1",
	.exercises = "copy_from_user by ip_generic_getfrag, udp_sendmsg; skb allocation and the "
		     "way through IP and the loopback device, which outweigh it",
	.params = udp_params,
	.setup = udp_send_setup,
	.run = send_run,
	.verify = send_verify,
};
