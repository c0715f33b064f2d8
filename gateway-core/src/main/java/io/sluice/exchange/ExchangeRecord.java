package io.sluice.exchange;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.ExchangeSummary.Traffic;
import io.sluice.api.RequestHead;
import io.sluice.chain.NamedFilter;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.metrics.ExchangeMeters;
import io.sluice.metrics.NotedRequest;
import io.sluice.regroup.BulkTrace;
import io.sluice.regroup.LoopContext;
import io.sluice.regroup.WholeReason;
import io.sluice.tracing.RequestTrace;
import io.sluice.tracing.Tracing;
import io.sluice.upstream.GuardedLoop;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.Patience;
import io.sluice.upstream.UpstreamNode;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known of an exchange when it ends, for meters and for the filters' onComplete. On the exchange's event loop. */
final class ExchangeRecord {
    private static final Logger LOG = LoggerFactory.getLogger(ExchangeRecord.class);

    private static final int FIRST_ERROR = 400;

    private final Flow flow;
    private final ExchangeFacts facts;
    /** Null if the request is not traced. */
    private final @Nullable RequestTrace trace;

    private final long began = System.nanoTime();
    private long sendingSince;
    private long latencyNanos;
    private long answeredAt;
    private int attempts;
    private String cluster;
    private @Nullable UpstreamNode node;
    private @Nullable BulkTrace bulk;
    /** Why a bulk was relayed whole, if its head told; null otherwise. */
    private @Nullable WholeReason whole;

    private @Nullable FailureKind failure;
    private @Nullable String reason;
    private boolean completed;

    ExchangeRecord(Flow flow, ExchangeFacts facts, @Nullable Tracing tracing) {
        this.flow = flow;
        this.facts = facts;
        this.cluster = flow.cluster();
        this.trace = tracing == null ? null : tracing.begin(facts);
        if (trace != null) {
            facts.put(ExchangeKey.TRACE, trace.context());
        }
    }

    /** The request's spans; null if it is not traced. */
    @Nullable RequestTrace requestTrace() {
        return trace;
    }

    /** What a bulk knows of its request. */
    LoopContext context(GuardedLoop loop, ByteBufAllocator allocator, Function<String, LoopCluster> clusters) {
        return new LoopContext(
                loop, allocator, clusters, facts.client().getAddress(), facts.credentials(), Patience.NONE, trace);
    }

    void relayedTo(String name) {
        cluster = name;
    }

    void attempt() {
        attempts++;
    }

    int attempts() {
        return attempts;
    }

    void sending(UpstreamNode to) {
        node = to;
        if (trace != null) {
            trace.sending(cluster, to.address());
        }
        waitsForCluster();
    }

    /** Makes a head that is about to be sent a part of the request's trace, if there is one. */
    void trace(HttpHeaders headers) {
        if (trace != null) {
            trace.addTo(headers);
        }
    }

    /** The request is a bulk that goes to several nodes, or may do so. */
    void regrouping(BulkTrace trace) {
        bulk = trace;
    }

    /** The request's way has been chosen. */
    void takes(Way way) {
        switch (way) {
            case Way.OneNode one -> whole = one.reason();
            case Way.Answered answered when answered.failure() != null -> failed(answered.failure());
            default -> {}
        }
    }

    /** From now on, if not before, the time is that of the cluster. */
    void waitsForCluster() {
        if (sendingSince == 0) {
            sendingSince = System.nanoTime();
        }
    }

    /** The first failure counts. */
    void failed(FailureKind kind) {
        if (failure == null) {
            failure = kind;
        }
    }

    /** The first failure counts. */
    void failed(Failure why) {
        if (failure == null) {
            failure = why.kind();
            reason = why.reason();
        }
    }

    /** A filter, or what looks into the body, answered with this status. */
    void refused(int status) {
        if (status >= FIRST_ERROR) {
            failed(FailureKind.ofRefusal(status));
        }
    }

    /** An answer with this status takes the place of the node's. */
    void replaced(int status) {
        if (status == FailureKind.UPSTREAM_ANSWER.status()) {
            failed(FailureKind.UPSTREAM_ANSWER);
        }
    }

    /**
     * The head of the cluster's answer has come.
     *
     * @param sentAllAt when the last byte of the request was sent; 0 if it was not
     */
    void answerBegan(long sentAllAt) {
        long since = upstreamSince();
        if (since != 0 && sentAllAt != 0) {
            long now = System.nanoTime();
            latencyNanos = Math.min(now - since, now - sentAllAt);
        }
    }

    /** When the time of the cluster began; 0 if it did not. */
    private long upstreamSince() {
        return sendingSince == 0 && bulk != null ? bulk.reachedAt() : sendingSince;
    }

    /** The last byte of the answer has been written. */
    void answered() {
        answeredAt = System.nanoTime();
    }

    /** Counts the exchange and tells the filters; only the first call does. */
    void complete(long requestBytes, long responseBytes, int status, int filtersAsked) {
        if (completed) {
            return;
        }
        completed = true;
        long ended = answeredAt == 0 ? System.nanoTime() : answeredAt;
        long since = upstreamSince();
        // Also of a request that got no answer, or a part of one: its client went away, or its node broke off.
        long upstreamNanos = since == 0 ? 0 : ended - since;
        Traffic traffic = new Traffic(requestBytes, responseBytes, ended - began, upstreamNanos, latencyNanos);
        if (trace != null) {
            trace.end(status, failure == null ? null : failure.tag(), traffic);
        }
        ExchangeMeters meters = flow.meters().get(cluster);
        if (meters != null) {
            meters.record(facts.original().method(), failure, status, traffic, trace == null ? null : trace.context());
            if (meters.noted().wants(failure, traffic.totalNanos())) {
                meters.noted().add(noted(status, traffic));
            }
        }
        if (filtersAsked > 0) {
            tellFilters(summary(status, traffic), filtersAsked);
        }
    }

    private NotedRequest noted(int status, Traffic traffic) {
        RequestHead head = facts.original();
        return new NotedRequest(
                facts.id(),
                Instant.now(),
                facts.listener(),
                flow.name(),
                cluster,
                head.method(),
                head.target().rawPath(),
                status,
                failure,
                reason,
                traffic);
    }

    private ExchangeSummary summary(int status, Traffic traffic) {
        Instant started = Instant.now().minusNanos(System.nanoTime() - began);
        BulkTrace parts = bulk;
        String nodes = node != null ? node.toString() : parts == null ? null : parts.nodes();
        int tried = Math.max(1, parts == null ? attempts : parts.attempts());
        ExchangeSummary.Upstream upstream = nodes == null ? null : new ExchangeSummary.Upstream(cluster, nodes, tried);
        ExchangeSummary.Bulk regrouped =
                parts != null ? parts.summary() : whole == null ? null : BulkTrace.whole(whole);
        String tag = failure == null ? null : failure.tag();
        return new ExchangeSummary(facts, started, status, tag, upstream, regrouped, traffic);
    }

    private void tellFilters(ExchangeSummary summary, int asked) {
        for (NamedFilter filter : flow.filters().subList(0, asked)) {
            try {
                filter.filter().onComplete(summary);
            } catch (Throwable e) {
                LOG.atError()
                        .addKeyValue("filter", filter.name())
                        .addKeyValue("request", facts.id())
                        .setCause(e)
                        .log("a filter failed in onComplete");
            }
        }
    }
}
