package io.sluice.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.api.queue.QueueStats;
import io.sluice.cluster.ClusterViews;
import io.sluice.failure.FailureKind;
import io.sluice.queue.IngestQueue;
import io.sluice.queue.QueueReport;
import io.sluice.server.ClusterRuntime;
import io.sluice.server.Gateway;
import io.sluice.upstream.UpstreamNode;
import java.time.Clock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The part {@code problems} of the overview: what an operator should look at now, with what to do. Any thread. */
final class ProblemReport {
    private static final double WARN_SECONDS = 14 * 86_400.0;
    private static final double WARN_SHARE = 0.8;

    private final Gateway gateway;
    private final MeterRegistry registry;
    private final Clock clock;

    ProblemReport(Gateway gateway, Clock clock) {
        this.gateway = gateway;
        this.registry = gateway.metrics().registry();
        this.clock = clock;
    }

    /** Adds the errors first, then the warnings. */
    void report(Window window, ArrayNode rows) {
        for (ClusterRuntime cluster : gateway.clusters()) {
            cluster(cluster, rows);
        }
        for (IngestQueue queue : gateway.queues()) {
            queue(queue.report(), rows);
        }
        failures(window, rows);
        double internal = total("sluice.internal.errors");
        if (internal > 0) {
            add(
                    rows,
                    true,
                    "Internal errors since the start: " + (long) internal,
                    "each is a bug; the log has its stack");
        }
        memory(rows);
        certificates(rows);
        warnIfAny(rows, "sluice.bulk.unforeseen.rejections", "Parts of bulks refused although the bulk was valid");
        warnIfAny(rows, "sluice.upstream.unasked", "Connections on which a node sent bytes that nobody asked for");
        warnIfAny(rows, "sluice.bulk.spool.failures", "Bulks that ended because their temporary file failed");
    }

    private static void cluster(ClusterRuntime cluster, ArrayNode rows) {
        String name = cluster.cluster().name();
        if (!cluster.reachable()) {
            add(rows, true, "Cluster " + name + " cannot be reached", "every node is left out; clients get 503");
        }
        for (UpstreamNode node : cluster.cluster().nodes()) {
            if (node.health().ejected()) {
                String failed = node.health().failuresInARow() + " failures in a row; probes take it back";
                add(rows, true, "Node " + node.address() + " of " + name + " is left out", failed);
            }
        }
        problem(rows, "Discovery of " + name + " fails", cluster.discoveryProblem());
        ClusterViews views = cluster.startedViews();
        if (views != null) {
            problem(rows, "The view of " + name + " cannot be read", views.lastProblem());
        }
    }

    private static void queue(QueueReport queue, ArrayNode rows) {
        String name = "Queue " + queue.name();
        String failure = queue.failure();
        if (failure != null) {
            add(rows, true, name + " takes nothing", failure);
        }
        if (!queue.failedLanes().isEmpty()) {
            String why = queue.failedLanes().values().iterator().next();
            add(rows, true, "Lanes of queue " + queue.name() + " stand still", why);
        }
        QueueStats records = queue.records();
        if (records.bound() != Long.MAX_VALUE && records.bytes() > records.bound() * WARN_SHARE) {
            String share = (long) (100.0 * records.bytes() / records.bound()) + " % of its room is in use";
            add(rows, false, name + " is nearly full", share + "; a full queue answers 429");
        }
        problem(rows, name + " fails at something and tries it again", queue.trouble());
        problem(rows, name + " sends items again", queue.problem());
        if (queue.dead().records() > 0) {
            add(
                    rows,
                    false,
                    name + " has dead letters: " + queue.dead().records(),
                    "items that the cluster refuses; see sluice queue peek " + queue.name());
        }
    }

    private static void problem(ArrayNode rows, String what, @Nullable String why) {
        if (why != null) {
            add(rows, false, what, why);
        }
    }

    /** Adds how requests of the window ended that failed by something else than their clients. */
    static void failures(Window window, ArrayNode rows) {
        for (FailureKind kind : FailureKind.values()) {
            String advice = advice(kind);
            Predicate<Meter.Id> ofKind = Window.tagged("failure", kind.tag());
            double count = window.spread("sluice.request", ofKind).count() + window.growth("sluice.refused", ofKind);
            if (advice != null && count > 0) {
                add(
                        rows,
                        kind != FailureKind.OVERLOADED,
                        "Requests ended as " + kind.tag() + " in the last minute: " + (long) count,
                        advice);
            }
        }
    }

    /** What to look at where requests end so; null if that is the clients' doing, or a filter's decision. */
    private static @Nullable String advice(FailureKind kind) {
        return switch (kind) {
            case BAD_REQUEST, REJECTED, TOO_LARGE, CLIENT_TIMEOUT, CLIENT_GONE -> null;
            case OVERLOADED -> "The gateway, a pool or a queue was full; look at the pools, the buffers and the queues";
            case FILTER_FAILED -> "A filter failed; the log has its exception";
            case ANSWER_WITHHELD -> "A filter failed on an answer, which the client did not get; the log says why";
            case FILTER_TIMEOUT -> "A filter answered too late; what it asks may be slow";
            case FILTER_UNAVAILABLE ->
                "A filter answered with 5xx; what it asks may be away: look at its page and its metrics";
            case NO_UPSTREAM -> "No node could be tried; look at the nodes of the cluster";
            case UPSTREAM_CONNECT -> "No connection to a node; look at the nodes and at the network";
            case UPSTREAM_TIMEOUT -> "A node did not answer in time; look at its load";
            case UPSTREAM_RESET -> "A node broke a connection; look at its log";
            case UPSTREAM_ANSWER -> "A filter could not read a node's answer";
            case OUTCOME_UNKNOWN ->
                "A bulk failed at all nodes, and items may be stored; look at the nodes' load and at the network";
            case NOT_EXECUTED -> "A bulk failed at all nodes, and no item was executed; look at the nodes";
            case SPOOL_FAILED -> "A temporary file could not be used; look at the disk";
            case QUEUE_FAILED -> "A queue did not keep a write in time; look at its disk, or at Kafka";
            case INTERNAL -> "An exchange ended by a bug of the gateway; the log has its stack";
        };
    }

    private void memory(ArrayNode rows) {
        double limit = gauge("sluice.buffers.limit.bytes");
        double used = gauge("sluice.buffers.bytes");
        if (limit > 0 && used > limit * WARN_SHARE) {
            String share = (long) (used / limit * 100) + " % of the budget is in use";
            add(rows, used > limit, "Buffers are nearly full", share + "; above it new requests get 429");
        }
    }

    private void certificates(ArrayNode rows) {
        double now = clock.millis() / 1000.0;
        for (Gauge expiry :
                registry.find("sluice.tls.certificate.expiry.timestamp.seconds").gauges()) {
            certificate(rows, expiry, now);
        }
    }

    private static void certificate(ArrayNode rows, Gauge expiry, double now) {
        double left = expiry.value() - now;
        if (left < WARN_SECONDS) {
            Meter.Id id = expiry.getId();
            String when = left < 0 ? "has expired" : "expires in " + (long) Math.ceil(left / 86_400) + " days";
            add(
                    rows,
                    left < 0,
                    "The certificate of " + id.getTag("side") + " " + id.getTag("name") + " " + when,
                    "renew it");
        }
    }

    private void warnIfAny(ArrayNode rows, String name, String what) {
        double sum = total(name);
        if (sum > 0) {
            add(rows, false, what + ", since the start: " + (long) sum, "see docs/operations.md");
        }
    }

    private double total(String name) {
        double sum = registry.find(name).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
        return sum
                + registry.find(name).functionCounters().stream()
                        .mapToDouble(FunctionCounter::count)
                        .sum();
    }

    private double gauge(String name) {
        Gauge gauge = registry.find(name).gauge();
        return gauge == null ? 0 : gauge.value();
    }

    private static void add(ArrayNode rows, boolean error, String what, String detail) {
        rows.addObject()
                .put("severity", error ? "error" : "warning")
                .put("what", what)
                .put("detail", detail);
    }
}
