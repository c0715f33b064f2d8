package io.sluice.plugins.ratelimit;

import io.sluice.api.Key;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The limits of the filter {@code rate-limit}. */
public record RateLimitConfig(
        @Key("limits; a request needs tokens of each limit that means it")
        List<LimitConfig> limits,

        @Key(value = "how many buckets of a limit are kept in memory", def = "100000")
        int maxKeys,

        @Key(
                value =
                        "how many requests may wait for tokens at a time, those of one bucket never more than as many as could still wait; others get 429",
                def = "1000")
        int maxWaiting,

        @Key(value = "which answers tell of the limits, in RateLimit headers: refusals, all or none", def = "refusals")
        ToldIn headers,

        @Key("where several gateways share their buckets; left out: each gateway has its own") @Nullable SharedConfig shared) {

    /** Below the ten seconds after which a filter's plan is late, unless configured otherwise. */
    private static final Duration LONGEST_DELAYS = Duration.ofSeconds(8);

    public RateLimitConfig {
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("limits needs an entry");
        }
        limits = List.copyOf(limits);
        Set<String> names = new HashSet<>();
        for (LimitConfig limit : limits) {
            if (!names.add(limit.name())) {
                throw new IllegalArgumentException("two limits are named " + limit.name());
            }
        }
        if (delays(limits).compareTo(LONGEST_DELAYS) > 0) {
            throw new IllegalArgumentException("the delays of all limits together may be 8s at most");
        }
        if (maxKeys < 1 || maxWaiting < 1) {
            throw new IllegalArgumentException("maxKeys and maxWaiting must be at least 1");
        }
    }

    /** How long a request may wait for tokens at most, of all limits together. */
    Duration delays() {
        return delays(limits);
    }

    private static Duration delays(List<LimitConfig> limits) {
        return limits.stream().map(LimitConfig::delay).reduce(Duration.ZERO, Duration::plus);
    }
}
