package io.sluice.bench.compare.collectors;

import io.sluice.bench.net.Addresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The gateway's own timer {@code sluice_gateway_seconds}: the part of requests' time that was not upstream, as the gateway sees it.
 *
 * @param buckets requests within so many seconds, the shorter ones included
 * @param seconds of all requests together
 */
record GatewayTimer(TreeMap<Double, Long> buckets, long count, double seconds) {
    private static final Pattern BUCKET =
            Pattern.compile("sluice_gateway_seconds_bucket\\{.*le=\"([^\"]+)\".*} ([0-9.E+]+)");
    private static final Pattern COUNT = Pattern.compile("sluice_gateway_seconds_count\\{.*} ([0-9.E+]+)");
    private static final Pattern SUM = Pattern.compile("sluice_gateway_seconds_sum\\{.*} ([0-9.E+-]+)");

    /** As it stands now. */
    static GatewayTimer read(HttpClient http, InetSocketAddress admin) throws IOException, InterruptedException {
        URI uri = URI.create("http://" + Addresses.text(admin) + "/metrics");
        HttpResponse<String> answer =
                http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        return parse(answer.body());
    }

    /** Of the text of {@code /metrics}: all series together. */
    static GatewayTimer parse(String metrics) {
        TreeMap<Double, Long> buckets = new TreeMap<>();
        long count = 0;
        double seconds = 0;
        for (String line : metrics.split("\n")) {
            Matcher bucket = BUCKET.matcher(line);
            Matcher counted = COUNT.matcher(line);
            Matcher sum = SUM.matcher(line);
            if (bucket.matches()) {
                double bound =
                        bucket.group(1).equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bucket.group(1));
                buckets.merge(bound, (long) Double.parseDouble(bucket.group(2)), Long::sum);
            } else if (counted.matches()) {
                count += (long) Double.parseDouble(counted.group(1));
            } else if (sum.matches()) {
                seconds += Double.parseDouble(sum.group(1));
            }
        }
        return new GatewayTimer(buckets, count, seconds);
    }

    /** What has come since {@code earlier}. */
    GatewayTimer since(GatewayTimer earlier) {
        TreeMap<Double, Long> difference = new TreeMap<>(buckets);
        earlier.buckets.forEach((bound, requests) -> difference.merge(bound, -requests, Long::sum));
        return new GatewayTimer(difference, count - earlier.count, seconds - earlier.seconds);
    }

    GatewayTimer plus(GatewayTimer other) {
        TreeMap<Double, Long> sum = new TreeMap<>(buckets);
        other.buckets.forEach((bound, requests) -> sum.merge(bound, requests, Long::sum));
        return new GatewayTimer(sum, count + other.count, seconds + other.seconds);
    }

    /** Seconds of one request; NaN without any. */
    double mean() {
        return seconds / count;
    }

    /** Seconds at a percentile, placed evenly within its bucket, which is 60% wide; NaN without requests. */
    double percentile(double percentile) {
        double wanted = count * percentile / 100;
        double below = 0;
        double bound = 0;
        for (Map.Entry<Double, Long> bucket : buckets.entrySet()) {
            if (bucket.getValue() >= wanted && bucket.getValue() > below) {
                return bucket.getKey().isInfinite()
                        ? bound
                        : bound + (bucket.getKey() - bound) * (wanted - below) / (bucket.getValue() - below);
            }
            below = bucket.getValue();
            bound = bucket.getKey();
        }
        return Double.NaN;
    }
}
