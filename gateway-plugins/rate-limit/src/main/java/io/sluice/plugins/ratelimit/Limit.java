package io.sluice.plugins.ratelimit;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.BucketConfiguration;
import io.sluice.api.Exchange;
import io.sluice.api.RequestHead;
import io.sluice.filters.match.Condition;
import java.time.Duration;
import java.util.List;

/** A limit as it is configured, made ready for use. Immutable. */
final class Limit {

    private static final Duration OF_A_BATCH = Duration.ofMillis(10);
    private static final int BATCHES_IN_A_BURST = 50;
    private static final int MOST_HELD = 256;

    private final LimitConfig config;
    private final Rate rate;
    private final long burst;
    private final KeyTemplate key;
    private final long batch;

    Limit(LimitConfig config) {
        this.config = config;
        this.rate = Rate.parse(config.rate());
        this.burst = config.burst() == null ? rate.tokens() : Rate.amount(config.burst(), "burst");
        this.key = new KeyTemplate(config);
        this.batch = Math.max(1, Math.min(rate.tokensIn(OF_A_BATCH), burst / BATCHES_IN_A_BURST));
    }

    LimitConfig config() {
        return config;
    }

    String name() {
        return config.name();
    }

    Rate rate() {
        return rate;
    }

    long burst() {
        return burst;
    }

    KeyTemplate key() {
        return key;
    }

    /**
     * How many tokens a gateway draws at a time from a bucket that it shares: what comes in 10 ms, but never more than a fiftieth of the
     * burst, so that what gateways hold in advance does not count.
     */
    long batch() {
        return batch;
    }

    /** How many tokens a bulk may hold at a time for items to come. */
    long held() {
        return Math.min(batch, MOST_HELD);
    }

    /** Whether the limit means the request. */
    boolean means(RequestHead head, Exchange exchange) {
        Condition when = config.when();
        return when == null || when.matches(head, exchange);
    }

    /** What buckets are made of: limits of one definition share them, whatever else of their configuration differs. */
    String definition() {
        List<String> by = config.by();
        return config.name() + " " + config.of() + " " + rate.tokens() + "/" + rate.period() + " " + burst + " " + by
                + " " + config.ipv4Prefix() + " " + config.ipv6Prefix();
    }

    BucketConfiguration bucket() {
        return BucketConfiguration.builder().addLimit(bandwidth()).build();
    }

    Bandwidth bandwidth() {
        return Bandwidth.builder()
                .capacity(burst)
                .refillGreedy(rate.tokens(), rate.period())
                .build();
    }
}
