package io.sluice.exchange;

import io.sluice.config.UpstreamTimeouts;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.Relay;
import io.sluice.upstream.UpstreamNode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Knows whom an exchange waits for and how long that may take. On the exchange's event loop. */
final class Watch {

    /** Whom an exchange waits for. */
    private enum Awaited {
        NOBODY,
        FILTER,
        CLIENT_TO_SEND,
        CLIENT_TO_TAKE,
        NODE_TO_TAKE,
        NODE_TO_ANSWER,
        NODE_TO_GO_ON
    }

    private final ClientPort client;
    private final long filterNanos;
    private Awaited awaited = Awaited.NOBODY;
    private @Nullable UpstreamTimeouts upstream;
    /** Whose answer is awaited, of which nothing has come; null if none is. */
    private @Nullable UpstreamNode silent;

    private long totalEnds;
    /** When what is awaited must have come. */
    private long ends;

    private final ClientPace pace = new ClientPace();
    /** Bytes that were received of the request, and written of the answer. */
    private long passed;
    /** What the client had sent and taken when its time began. */
    private long movedBefore;

    Watch(ClientPort client, long filterNanos) {
        this.client = client;
        this.filterNanos = filterNanos;
    }

    /** A filter's plan comes later: this plan has its own time. */
    void awaitFilter() {
        await(Awaited.FILTER, filterNanos);
    }

    void awaitClient() {
        await(Awaited.CLIENT_TO_SEND, client.bodyTimeoutNanos());
    }

    /** The exchange has a cluster now. */
    void relayThrough(UpstreamTimeouts timeouts) {
        upstream = timeouts;
        long now = System.nanoTime();
        totalEnds = now + timeouts.total().toNanos();
        pace.begin(now);
    }

    /** Nothing is awaited, or something with its own deadline. */
    void rest() {
        awaited = Awaited.NOBODY;
        pace.rest();
        client.clearDeadline();
    }

    /** Something happened: sets the deadline for the next event. */
    void update(RequestSide request, @Nullable Relay relay, ResponseSide response) {
        if (response.awaitsPlan()) {
            return;
        }
        UpstreamTimeouts timeouts = upstream;
        boolean answering = response.headCame();
        silent = relay == null || answering ? null : relay.node();
        passed = request.received() + response.sent();
        if (relay == null || timeouts == null) {
            if (request.collecting()) {
                awaitClient();
            }
        } else if (answering && !client.isWritable()) {
            awaitClient(Awaited.CLIENT_TO_TAKE, ClientPace.TO_TAKE, relay);
        } else if (relay.node() == null && (answering || request.sentAll() || !relay.isWritable())) {
            awaited = Awaited.NOBODY;
            pace.rest();
            ends = totalEnds;
            client.deadline(totalEnds);
        } else if (answering) {
            await(Awaited.NODE_TO_GO_ON, timeouts.stall().toNanos());
        } else if (request.sentAll()) {
            if (awaited != Awaited.NODE_TO_ANSWER) {
                await(Awaited.NODE_TO_ANSWER, timeouts.response().toNanos());
            }
        } else if (!relay.isWritable()) {
            await(Awaited.NODE_TO_TAKE, timeouts.stall().toNanos());
        } else {
            awaitClient(Awaited.CLIENT_TO_SEND, ClientPace.TO_SEND, relay);
        }
    }

    private void awaitClient(Awaited what, long within, Relay relay) {
        UpstreamNode node = relay.node();
        if (node == null) {
            await(what, client.bodyTimeoutNanos());
            return;
        }
        awaited = what;
        long now = System.nanoTime();
        ends = bounded(now + client.bodyTimeoutNanos());
        movedBefore = moved();
        pace.await(node, within, movedBefore, now);
        lookAgain();
    }

    /** What the client sent and took, in bytes. */
    private long moved() {
        return passed - client.untaken();
    }

    private void lookAgain() {
        boolean looks = pace.isAwaited() && pace.nextLook() - ends < 0;
        client.deadline(looks ? pace.nextLook() : ends);
    }

    private void await(Awaited whom, long nanos) {
        awaited = whom;
        if (whom == Awaited.CLIENT_TO_TAKE) {
            movedBefore = moved();
        }
        pace.rest();
        ends = bounded(System.nanoTime() + nanos);
        client.deadline(ends);
    }

    private long bounded(long at) {
        return upstream != null && totalEnds - at < 0 ? totalEnds : at;
    }

    /** The deadline has passed: tells what that means, unless it was only time for a look at the client's pace. */
    void expired(Consumer<Failure> told) {
        long now = System.nanoTime();
        if (pace.isAwaited() && ends - now > 0) {
            if (pace.mustGiveWay(moved(), now)) {
                told.accept(Failure.of(
                        FailureKind.CLIENT_TIMEOUT,
                        "the client is too slow while others wait for its connection to the node"));
            } else {
                lookAgain();
            }
        } else if (takes(now)) {
            movedBefore = moved();
            ends = bounded(now + client.bodyTimeoutNanos());
            lookAgain();
        } else {
            doubtNode();
            told.accept(failure());
        }
    }

    // Its connection can be written to again only when much of what waits for it is gone.
    private boolean takes(long now) {
        boolean inTime = upstream == null || totalEnds - now > 0;
        return awaited == Awaited.CLIENT_TO_TAKE && inTime && moved() - movedBefore >= ClientPort.LEAST_MOVED;
    }

    // It hangs, or what it was asked takes long: a probe tells which.
    private void doubtNode() {
        if (silent != null && (awaited == Awaited.NODE_TO_ANSWER || awaited == Awaited.NODE_TO_TAKE)) {
            silent.health().late();
        }
    }

    private Failure failure() {
        if (upstream != null && totalEnds - System.nanoTime() <= 0) {
            return Failure.of(FailureKind.UPSTREAM_TIMEOUT, "the request took longer than allowed in all");
        }
        return switch (awaited) {
            case FILTER -> Failure.of(FailureKind.FILTER_TIMEOUT, "a filter did not decide in time");
            case CLIENT_TO_SEND -> Failure.of(FailureKind.CLIENT_TIMEOUT, "the request body did not come in time");
            case CLIENT_TO_TAKE -> Failure.of(FailureKind.CLIENT_TIMEOUT, "the client did not take the answer in time");
            case NODE_TO_TAKE -> Failure.of(FailureKind.UPSTREAM_TIMEOUT, "the node did not take the request in time");
            case NODE_TO_ANSWER -> Failure.of(FailureKind.UPSTREAM_TIMEOUT, "the node did not answer in time");
            case NODE_TO_GO_ON -> Failure.of(FailureKind.UPSTREAM_TIMEOUT, "the node stopped in its answer");
            case NOBODY -> Failure.of(FailureKind.INTERNAL, "a deadline passed although nobody was awaited");
        };
    }
}
