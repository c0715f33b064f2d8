package io.sluice.exchange;

import io.sluice.config.UpstreamTimeouts;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.Relay;
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
    private long totalEnds;

    Watch(ClientPort client, long filterNanos) {
        this.client = client;
        this.filterNanos = filterNanos;
    }

    void awaitFilter() {
        await(Awaited.FILTER, filterNanos);
    }

    void awaitClient() {
        await(Awaited.CLIENT_TO_SEND, client.bodyTimeoutNanos());
    }

    /** The exchange has a cluster now. */
    void relayThrough(UpstreamTimeouts timeouts) {
        upstream = timeouts;
        totalEnds = System.nanoTime() + timeouts.total().toNanos();
    }

    /** Nothing is awaited, or something with its own deadline. */
    void rest() {
        awaited = Awaited.NOBODY;
        client.clearDeadline();
    }

    /** Something happened: sets the deadline for the next event. */
    void update(RequestSide request, @Nullable Relay relay, boolean answering) {
        UpstreamTimeouts timeouts = upstream;
        if (relay == null || timeouts == null) {
            if (request.collecting()) {
                awaitClient();
            }
        } else if (answering && !client.isWritable()) {
            await(Awaited.CLIENT_TO_TAKE, client.bodyTimeoutNanos());
        } else if (relay.node() == null && (answering || request.sentAll() || !relay.isWritable())) {
            awaited = Awaited.NOBODY;
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
            awaitClient();
        }
    }

    private void await(Awaited whom, long nanos) {
        awaited = whom;
        long at = System.nanoTime() + nanos;
        client.deadline(upstream != null && totalEnds - at < 0 ? totalEnds : at);
    }

    /** What it means that the deadline has passed. */
    Failure failure() {
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
