package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.sluice.api.ExchangeSummary.Traffic;
import io.sluice.failure.FailureKind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The meters of one way through the gateway: listener, flow and cluster. Safe from any thread, without locks. */
public final class ExchangeMeters {
    private static final int STATUS_CLASSES = 6;

    private final GatewayMetrics metrics;
    private final String[] tags;
    private final Map<FailureKind, Times> times = new ConcurrentHashMap<>();
    private final Times withoutFailure;
    private final AtomicReferenceArray<Counter> statuses = new AtomicReferenceArray<>(STATUS_CLASSES);
    private final Counter requestBytes;
    private final Counter responseBytes;

    /** The three times of an exchange, for one kind of failure or for none. */
    private record Times(Timer total, Timer gateway, Timer upstream) {}

    ExchangeMeters(GatewayMetrics metrics, String listener, String flow, String cluster) {
        this.metrics = metrics;
        this.tags = new String[] {"listener", listener, "flow", flow, "cluster", cluster};
        this.withoutFailure = makeTimes("none");
        this.requestBytes = metrics.count("sluice.request.body.bytes", "bytes of request bodies received", tags);
        this.responseBytes = metrics.count("sluice.response.body.bytes", "bytes of response bodies sent", tags);
    }

    /**
     * Counts a finished exchange.
     *
     * @param failure null for none
     * @param status 0 if none was sent
     */
    public void record(@Nullable FailureKind failure, int status, Traffic traffic) {
        Times series = timesOf(failure);
        long upstream = traffic.upstreamNanos();
        series.total.record(traffic.totalNanos(), TimeUnit.NANOSECONDS);
        series.gateway.record(Math.max(0, traffic.totalNanos() - upstream), TimeUnit.NANOSECONDS);
        if (upstream > 0) {
            series.upstream.record(upstream, TimeUnit.NANOSECONDS);
        }
        statusOf(status / 100).increment();
        if (traffic.requestBytes() > 0) {
            requestBytes.increment((double) traffic.requestBytes());
        }
        if (traffic.responseBytes() > 0) {
            responseBytes.increment((double) traffic.responseBytes());
        }
    }

    private Times timesOf(@Nullable FailureKind failure) {
        return failure == null ? withoutFailure : times.computeIfAbsent(failure, kind -> makeTimes(kind.tag()));
    }

    private Times makeTimes(String failure) {
        String[] all = with("failure", failure);
        return new Times(
                metrics.timer("sluice.request", "from the request head to the last byte of the answer", all),
                metrics.timer("sluice.gateway", "the part of a request's time that was not upstream", all),
                metrics.timer("sluice.upstream", "from the first byte sent upstream to the last received", all));
    }

    private Counter statusOf(int statusClass) {
        int slot = statusClass < 0 || statusClass >= STATUS_CLASSES ? 0 : statusClass;
        Counter found = statuses.get(slot);
        if (found == null) {
            String name = slot == 0 ? "none" : slot + "xx";
            found = metrics.count("sluice.responses", "answers by class of status", with("status", name));
            statuses.set(slot, found);
        }
        return found;
    }

    private String[] with(String key, String value) {
        String[] all = java.util.Arrays.copyOf(tags, tags.length + 2);
        all[tags.length] = key;
        all[tags.length + 1] = value;
        return all;
    }
}
