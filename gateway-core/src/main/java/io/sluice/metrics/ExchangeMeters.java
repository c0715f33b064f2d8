package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.prometheus.metrics.model.snapshots.Labels;
import io.sluice.api.ExchangeSummary.Traffic;
import io.sluice.api.TraceContext;
import io.sluice.failure.FailureKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The meters of one way through the gateway: listener, flow and cluster. Safe from any thread, without locks. */
public final class ExchangeMeters implements AutoCloseable {
    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "other");
    private static final int STATUSES = 600;

    private final MeterGroup group;
    private final NotedRequests noted;
    private final @Nullable ExemplarRegistry exemplars;
    private final Map<FailureKind, Times> times = new ConcurrentHashMap<>();
    private final Times withoutFailure;
    private final AtomicReferenceArray<Counter> answers = new AtomicReferenceArray<>(METHODS.size() * STATUSES);
    private final Counter requestBytes;
    private final Counter responseBytes;

    /** The three times of an exchange, for one kind of failure or for none. */
    private record Times(Time total, Time gateway, Time upstream) {}

    /** A histogram. */
    private record Time(Timer timer, ExemplarRegistry.Series series) {

        private void record(long nanos) {
            timer.record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    /**
     * @param noted the requests of the whole process that an operator may want to see
     * @param exemplars of the whole process; null for none
     */
    ExchangeMeters(MeterGroup group, NotedRequests noted, @Nullable ExemplarRegistry exemplars) {
        this.group = group;
        this.exemplars = exemplars;
        this.noted = noted;
        this.withoutFailure = makeTimes("none");
        this.requestBytes = group.count("sluice.request.body.bytes", "bytes of request bodies received");
        this.responseBytes = group.count("sluice.response.body.bytes", "bytes of response bodies sent");
    }

    /**
     * Counts a finished exchange.
     *
     * @param method of the request; those that are not of HTTP itself share a series
     * @param failure null for none
     * @param status 0 if none was sent; those that HTTP does not define are counted by their class
     * @param trace what the histograms of times name as an exemplar; null if the exchange is not traced
     */
    public void record(
            String method, @Nullable FailureKind failure, int status, Traffic traffic, @Nullable TraceContext trace) {
        Times series = timesOf(failure);
        long upstream = traffic.upstreamNanos();
        long gateway = Math.max(0, traffic.totalNanos() - upstream);
        series.total.record(traffic.totalNanos());
        series.gateway.record(gateway);
        if (upstream > 0) {
            series.upstream.record(upstream);
        }
        if (trace != null && exemplars != null) {
            exemplars.add(series.total.series, traffic.totalNanos(), trace);
            exemplars.add(series.gateway.series, gateway, trace);
            if (upstream > 0) {
                exemplars.add(series.upstream.series, upstream, trace);
            }
        }
        answersOf(method, status).increment();
        if (traffic.requestBytes() > 0) {
            requestBytes.increment((double) traffic.requestBytes());
        }
        if (traffic.responseBytes() > 0) {
            responseBytes.increment((double) traffic.responseBytes());
        }
    }

    /** The requests that an operator may want to see. */
    public NotedRequests noted() {
        return noted;
    }

    private Times timesOf(@Nullable FailureKind failure) {
        return failure == null ? withoutFailure : times.computeIfAbsent(failure, kind -> makeTimes(kind.tag()));
    }

    private Times makeTimes(String failure) {
        return new Times(
                time("sluice.request", "from the request head to the last byte of the answer", failure),
                time("sluice.gateway", "the part of a request's time that was not upstream", failure),
                time("sluice.upstream", "from the first byte sent upstream to the last byte of the answer", failure));
    }

    private Time time(String name, String description, String failure) {
        Map<String, String> labels = group.tags();
        labels.put("failure", failure);
        String scraped = name.replace('.', '_') + "_seconds";
        return new Time(
                GatewayMetrics.timer(group, name, description, "failure", failure),
                new ExemplarRegistry.Series(
                        scraped,
                        Labels.of(
                                labels.keySet().toArray(String[]::new),
                                labels.values().toArray(String[]::new))));
    }

    private Counter answersOf(String method, int status) {
        int known = METHODS.indexOf(method);
        int row = known < 0 ? METHODS.size() - 1 : known;
        int slot = row * STATUSES + (status < 0 || status >= STATUSES ? 0 : status);
        Counter found = answers.get(slot);
        if (found == null) {
            found = group.count(
                    "sluice.responses",
                    "answers by method of the request and status",
                    "method",
                    METHODS.get(row),
                    "status",
                    name(status));
            answers.set(slot, found);
        }
        return found;
    }

    // A node can make up any number, and each would be a series.
    private static String name(int status) {
        if (status < 100 || status >= STATUSES) {
            return "none";
        }
        return isDefined(status) ? Integer.toString(status) : status / 100 + "xx";
    }

    // The registry of IANA.
    private static boolean isDefined(int status) {
        return switch (status / 100) {
            case 1 -> status <= 103;
            case 2 -> status <= 208 || status == 226;
            case 3 -> status <= 308;
            case 4 -> status <= 431 || status == 451;
            default -> status <= 511;
        };
    }

    @Override
    public void close() {
        group.close();
    }
}
