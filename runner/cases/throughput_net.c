// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * UDP and TCP over 127.0.0.1 to a child on another CPU. A batch ends when the
 * child has all that will come. Loopback does the receiving side's protocol work
 * mostly in the sender's context: the CPU times tell who did it, not whose it is.
 */
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

#define PATIENCE_S	5
#define RESEND_NS	50000
#define LEAST		(16 << 20)	/* bytes of a TCP batch, beside which its drain is small */
#define PRIME		(4 << 20)	/* bytes that open the window of a connection */

/* From the child: before a batch, after it, and, with `good`, when asked for that. */
struct report {
	uint64_t bytes, packets, cpu_ns;
	uint64_t good;			/* the last bytes to come were those sent */
	int64_t err;
};

struct net {
	int tx, rx, ctl[2];
	unsigned char *buf, *got;
	uint64_t size, sent, snd_cpu_ns;
	int (*receive)(struct net *n, uint64_t expect, struct report *r);
	struct report rep;
};

enum { P_SIZE, P_SOCKBUF };

#define SOCKBUF								\
	{ .name = "sockbuf", .summary = "SO_SNDBUF and SO_RCVBUF; 0: the kernel's own choice", \
	  .max = 64 << 20, BENCH_VALUES(0) },				\
	{ 0 }

static const struct bench_param udp_params[] = {
	{ .name = "size", .summary = "payload of a datagram, bytes", .min = 1, .max = 65507,
	  BENCH_VALUES(1472) },
	SOCKBUF
};

static const struct bench_param tcp_params[] = {
	{ .name = "size", .summary = "bytes a send()", .min = 1, .max = 16 << 20,
	  BENCH_VALUES(131072) },
	SOCKBUF
};

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/* Until the empty datagram that ends a batch. 0 or an errno. */
static int udp_receive(struct net *n, uint64_t expect, struct report *r)
{
	ssize_t got;

	while ((got = recv(n->rx, n->got, n->size, 0)) > 0) {
		r->bytes += got;
		r->packets++;
	}
	return got < 0 ? errno : 0;
}

static int tcp_receive(struct net *n, uint64_t expect, struct report *r)
{
	while (r->bytes < expect) {
		ssize_t got = recv(n->rx, n->got, n->size, 0);

		if (got <= 0)
			return got ? errno : EPIPE;
		r->bytes += got;
		r->packets = got;	/* of the last call: what there is to look at */
	}
	return 0;
}

static bool answer(const struct net *n, const struct report *r)
{
	return write(n->ctl[1], r, sizeof(*r)) == sizeof(*r);
}

static bool receive_batch(struct net *n, uint64_t expect, struct report *r)
{
	memset(r, 0, sizeof(*r));
	/* nothing of the batch before, an end sent twice, say */
	while (n->receive == udp_receive && recv(n->rx, n->got, n->size, MSG_DONTWAIT) >= 0)
		;
	memset(n->got, 0, n->size);
	if (!answer(n, r))
		return false;
	r->cpu_ns = cpu_ns();
	r->err = n->receive(n, expect, r);
	r->cpu_ns = cpu_ns() - r->cpu_ns;
	return answer(n, r);
}

/* Of one batch only once: each send begins the pattern anew. */
static bool judge(struct net *n, struct report *r)
{
	uint64_t len = n->receive == tcp_receive ? r->packets : n->size;
	uint64_t from = (r->bytes - len) % n->size;
	bool ok;

	if (len > n->size - from)
		len = n->size - from;
	r->good = r->bytes && bench_match(n->got, len, from) == len;
	ok = answer(n, r);
	r->bytes = 0;
	return ok;
}

/* The child. The other ends close with the parent, so it does not outlive it. */
static int receiver(void *arg)
{
	struct net *n = arg;
	struct report r = { 0 };
	uint64_t expect;

	close(n->ctl[0]);
	close(n->tx);
	while (read(n->ctl[1], &expect, sizeof(expect)) == sizeof(expect))
		if (!(expect ? receive_batch(n, expect, &r) : judge(n, &r)))
			return 1;
	return 0;
}

static bool answered(struct net *n)
{
	return read(n->ctl[0], &n->rep, sizeof(n->rep)) == sizeof(n->rep);
}

static bool ask(struct net *n, uint64_t expect)
{
	return write(n->ctl[0], &expect, sizeof(expect)) == sizeof(expect) && answered(n);
}

/* Tell the child what comes, and wait until it listens. */
static bool announce(struct net *n, uint64_t iters)
{
	n->sent = iters;
	return ask(n, iters * n->size);
}

/* Whether the last bytes of the batch arrived: looked at after the batch, not in it. */
static int proven(struct bench *b, struct net *n)
{
	if (!ask(n, 0))
		return bench_skip_errno(b, "no answer from the receiver");
	return n->rep.good ? 0 : bench_skip(b, EIO, "other bytes arrived than were sent, or none");
}

static bool begin(struct bench *b, struct net *n, uint64_t iters)
{
	bool ok;

	bench_pause(b);
	ok = announce(n, iters);
	n->snd_cpu_ns = cpu_ns();
	bench_resume(b);
	return ok;
}

static void end(struct bench *b, struct net *n, bool ok)
{
	n->snd_cpu_ns = cpu_ns() - n->snd_cpu_ns;
	BENCH_EXPECT(b, ok, "no answer from the receiver");
	errno = n->rep.err;
	BENCH_EXPECT(b, !n->rep.err, "the receiver's recv");
}

static void send_all(struct bench *b, struct net *n, uint64_t iters)
{
	unsigned char *buf = n->buf;
	ssize_t size = n->size;
	int tx = n->tx;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, send(tx, buf, size, MSG_NOSIGNAL) == size, "send");
}

static void tcp_run(struct bench *b, uint64_t iters)
{
	struct net *n = BENCH_PRIV(b, struct net);

	BENCH_EXPECT(b, begin(b, n, iters), "no receiver");
	send_all(b, n, iters);
	if (!b->err)
		end(b, n, answered(n));
}

/* The end may be lost as any datagram: send it until there is an answer. */
static void udp_run(struct bench *b, uint64_t iters)
{
	struct net *n = BENCH_PRIV(b, struct net);
	struct pollfd answer = { .fd = n->ctl[0], .events = POLLIN };
	struct timespec wait = { .tv_nsec = RESEND_NS };
	int ready = 0;

	BENCH_EXPECT(b, begin(b, n, iters), "no receiver");
	send_all(b, n, iters);
	if (b->err)
		return;
	for (uint64_t i = 0; !ready && i < PATIENCE_S * (1000000000ull / RESEND_NS); i++) {
		BENCH_EXPECT(b, send(n->tx, NULL, 0, MSG_NOSIGNAL) == 0, "send of the end");
		ready = ppoll(&answer, 1, &wait, NULL);
	}
	end(b, n, ready > 0 && answered(n));
}

static int buffer(int fd, int option)
{
	socklen_t len = sizeof(int);
	int size = -1;

	getsockopt(fd, SOL_SOCKET, option, &size, &len);
	return size;
}

/* The buffers as they are now: TCP makes them grow where nobody set them. */
static int net_verify(struct bench *b, uint64_t iters)
{
	struct net *n = BENCH_PRIV(b, struct net);
	int r = proven(b, n);

	if (r)
		return r;
	bench_extra(b, "sndbuf", buffer(n->tx, SO_SNDBUF));
	bench_extra(b, "rcvbuf", buffer(n->rx, SO_RCVBUF));
	bench_extra(b, "snd_cpu_ns", n->snd_cpu_ns);
	bench_extra(b, "rcv_cpu_ns", n->rep.cpu_ns);
	bench_extra(b, "delivered_bytes", n->rep.bytes);
	return 0;
}

static int udp_verify(struct bench *b, uint64_t iters)
{
	struct net *n = BENCH_PRIV(b, struct net);
	int r = net_verify(b, iters);

	if (!r) {
		bench_extra(b, "sent", n->sent);
		bench_extra(b, "received", n->rep.packets);
		bench_extra(b, "lost", (double)n->sent - n->rep.packets);
	}
	return r;
}

/* Buffer and patience of one socket. */
static int prepare(struct bench *b, int fd, int option, int timeout)
{
	struct timeval patience = { .tv_sec = PATIENCE_S };
	int size = b->p[P_SOCKBUF];

	if ((size && setsockopt(fd, SOL_SOCKET, option, &size, sizeof(size))) ||
	    setsockopt(fd, SOL_SOCKET, timeout, &patience, sizeof(patience)))
		return bench_skip_errno(b, "socket options");
	return 0;
}

static int net_open(struct bench *b, struct net *n, int type, int (*receive)(struct net *n,
		    uint64_t expect, struct report *r))
{
	int r;

	n->receive = receive;
	n->size = b->bytes = b->p[P_SIZE];
	n->buf = bench_buf(b, n->size, 0);
	n->got = bench_buf(b, n->size, 0);
	if (!n->buf || !n->got)
		return b->err;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, n->ctl))
		return bench_skip_errno(b, "socketpair");
	bench_fd(b, n->ctl[0], "socketpair");
	bench_fd(b, n->ctl[1], "socketpair");
	n->tx = bench_fd(b, socket(AF_INET, type | SOCK_CLOEXEC, 0), "no IPv4");
	n->rx = bench_fd(b, socket(AF_INET, type | SOCK_CLOEXEC, 0), "no IPv4");
	if (n->tx < 0 || n->rx < 0)
		return b->err;
	r = prepare(b, n->ctl[0], SO_RCVBUF, SO_RCVTIMEO);
	if (!r)
		r = prepare(b, n->tx, SO_SNDBUF, SO_SNDTIMEO);
	return r ? r : prepare(b, n->rx, SO_RCVBUF, SO_RCVTIMEO);
}

/* tx to the address that rx is given; rx itself is served by the child. */
static int net_setup(struct bench *b, int type, int (*receive)(struct net *n, uint64_t expect,
		     struct report *r))
{
	struct net *n = BENCH_PRIV(b, struct net);
	struct sockaddr_in sin = { .sin_family = AF_INET };
	socklen_t len = sizeof(sin);
	int r = net_open(b, n, type, receive);

	if (r)
		return r;
	sin.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(n->rx, (struct sockaddr *)&sin, sizeof(sin)) ||
	    getsockname(n->rx, (struct sockaddr *)&sin, &len) ||
	    (type == SOCK_STREAM && listen(n->rx, 1)) ||
	    connect(n->tx, (struct sockaddr *)&sin, sizeof(sin)))
		return bench_skip(b, EOPNOTSUPP, "127.0.0.1: %s (is lo up?)", strerror(errno));
	if (type == SOCK_STREAM) {
		n->rx = bench_fd(b, accept4(n->rx, NULL, NULL, SOCK_CLOEXEC), "accept");
		r = n->rx < 0 ? n->rx : prepare(b, n->rx, SO_RCVBUF, SO_RCVTIMEO);
		if (r)
			return r;
	}
	r = bench_child(b, receiver, n);
	return r < 0 ? r : 0;
}

/* The timer of a lost end is no later than it must: 50 us is what others add. */
static int udp_setup(struct bench *b)
{
	prctl(PR_SET_TIMERSLACK, 1);
	return net_setup(b, SOCK_DGRAM, udp_receive);
}

static void udp_teardown(struct bench *b)
{
	prctl(PR_SET_TIMERSLACK, 0);
}

static int tcp_setup(struct bench *b)
{
	struct net *n = BENCH_PRIV(b, struct net);
	uint64_t first = PRIME / b->p[P_SIZE] + 1;
	int r = net_setup(b, SOCK_STREAM, tcp_receive);

	if (r)
		return r;
	b->min_iters = LEAST / b->p[P_SIZE] + 1;
	if (!announce(n, first))
		return bench_skip_errno(b, "no receiver");
	send_all(b, n, first);
	if (!b->err && !answered(n))
		return bench_skip_errno(b, "no answer from the receiver");
	return b->err ? b->err : proven(b, n);
}

BENCH_CASE(throughput_udp) {
	.name = "throughput.udp",
	.summary = "one datagram sent over loopback; lost ones are counted",
	.exercises = "copy_from_user by ip_generic_getfrag, copy_to_user by copy_to_iter "
		     "(skb_copy_datagram_iter from about 16 KiB on)",
	.params = udp_params,
	.setup = udp_setup,
	.run = udp_run,
	.verify = udp_verify,
	.min_batch_ns = 10000000,
	.teardown = udp_teardown,
};

BENCH_CASE(throughput_tcp) {
	.name = "throughput.tcp",
	.summary = "one send() over a loopback connection",
	.exercises = "copy_from_user by tcp_sendmsg, copy_to_user by skb_copy_datagram_iter",
	.params = tcp_params,
	.setup = tcp_setup,
	.run = tcp_run,
	.verify = net_verify,
	.min_batch_ns = 10000000,
	.every = 2,
	.ops = 16,
};
