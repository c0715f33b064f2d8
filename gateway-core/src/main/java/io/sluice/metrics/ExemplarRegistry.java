package io.sluice.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.sluice.api.TraceContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A registry whose histograms of times name traced requests as exemplars: in each bucket the last. The samplers that come with the
 * registry take the first record in 90 ms, which is hardly ever of the few requests that are traced. Safe from any thread.
 */
final class ExemplarRegistry extends PrometheusRegistry {
    private final Map<Series, AtomicReferenceArray<@Nullable Exemplar>> exemplars = new ConcurrentHashMap<>();

    /**
     * A histogram with its labels.
     *
     * @param name as Prometheus has it
     */
    record Series(String name, Labels labels) {}

    /** The one behind a registry; null if that has no exemplars. */
    static @Nullable ExemplarRegistry of(MeterRegistry registry) {
        return registry instanceof PrometheusMeterRegistry prometheus
                        && prometheus.getPrometheusRegistry() instanceof ExemplarRegistry found
                ? found
                : null;
    }

    /** Notes a traced request of which the histogram has this time, in nanoseconds. */
    void add(Series series, long nanos, TraceContext trace) {
        Exemplar exemplar = Exemplar.builder()
                .value(nanos / (double) TimeUnit.SECONDS.toNanos(1))
                .traceId(trace.traceId())
                .spanId(trace.parentId())
                .timestampMillis(System.currentTimeMillis())
                .build();
        exemplars
                .computeIfAbsent(series, any -> new AtomicReferenceArray<>(GatewayMetrics.buckets()))
                .set(GatewayMetrics.bucket(nanos), exemplar);
    }

    @Override
    public MetricSnapshots scrape() {
        MetricSnapshots scraped = super.scrape();
        Set<Series> seen = new HashSet<>();
        List<MetricSnapshot> all = new ArrayList<>(scraped.size());
        scraped.forEach(snapshot ->
                all.add(snapshot instanceof HistogramSnapshot histogram ? withExemplars(histogram, seen) : snapshot));
        // Series that have ended are named no more.
        exemplars.keySet().retainAll(seen);
        return new MetricSnapshots(all);
    }

    private HistogramSnapshot withExemplars(HistogramSnapshot histogram, Set<Series> seen) {
        String name = histogram.getMetadata().getPrometheusName();
        List<HistogramDataPointSnapshot> points = new ArrayList<>();
        for (HistogramDataPointSnapshot point : histogram.getDataPoints()) {
            Series series = new Series(name, point.getLabels());
            seen.add(series);
            AtomicReferenceArray<@Nullable Exemplar> known = exemplars.get(series);
            points.add(known == null ? point : withExemplars(point, known));
        }
        return new HistogramSnapshot(histogram.getMetadata(), points);
    }

    private static HistogramDataPointSnapshot withExemplars(
            HistogramDataPointSnapshot point, AtomicReferenceArray<@Nullable Exemplar> known) {
        List<Exemplar> list = IntStream.range(0, known.length())
                .mapToObj(known::get)
                .filter(Objects::nonNull)
                .toList();
        return new HistogramDataPointSnapshot(
                point.getClassicBuckets(),
                point.getSum(),
                point.getLabels(),
                Exemplars.of(list),
                point.getCreatedTimestampMillis());
    }
}
