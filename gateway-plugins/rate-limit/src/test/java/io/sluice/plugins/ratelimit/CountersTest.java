package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** At which of several filters of one process something is counted. */
class CountersTest {

    private final RateLimitFactory process = new RateLimitFactory();
    private final List<FilterHarness> made = new ArrayList<>();

    @AfterEach
    void close() {
        made.forEach(FilterHarness::close);
    }

    private FilterHarness filter(String yaml) {
        FilterHarness filter = FilterHarness.of(process, yaml, new TestContext().reaching(new TestCluster("primary")));
        made.add(filter);
        return filter;
    }

    private static long count(FilterHarness filter, String name) {
        return filter.context().meters().count(name);
    }

    @Test
    void countsWhatHappensToBucketsAtAFilterThatUsesThem() {
        FilterHarness limited = filter("{ limits: [{ name: a, rate: 1/h, burst: 2, by: [client] }], maxKeys: 1 }");
        FilterHarness other = filter("limits: [{ name: b, rate: 1/h, burst: 2 }]");

        for (int i = 1; i <= 3; i++) {
            limited.request("GET", "/").client("192.0.2." + i).send();
        }

        assertThat(count(limited, "pushed_out_buckets")).isPositive();
        assertThat(count(other, "pushed_out_buckets")).isZero();
    }

    @Test
    void countsAtTheLastOfTheFiltersThatUseABucket() {
        String yaml = "{ limits: [{ name: a, rate: 1/h, burst: 2, by: [client] }], maxKeys: 1 }";
        FilterHarness first = filter(yaml);
        FilterHarness last = filter(yaml);

        for (int i = 1; i <= 3; i++) {
            first.request("GET", "/").client("192.0.2." + i).send();
        }

        assertThat(count(first, "pushed_out_buckets")).isZero();
        assertThat(count(last, "pushed_out_buckets")).isPositive();
    }

    @Test
    void countsFailuresOfRedisAtAFilterThatUsesIt() throws Exception {
        FilterHarness sharing =
                filter("{ limits: [{ name: a, rate: 1/h, burst: 2 }], shared: { redis: 'redis://127.0.0.1:"
                        + closedPort() + "' } }");
        FilterHarness other = filter("limits: [{ name: b, rate: 1/h, burst: 2 }]");
        long before = count(sharing, "redis_failures");

        await().atMost(Duration.ofMinutes(1)).until(() -> count(sharing, "redis_failures") > before);

        assertThat(count(other, "redis_failures")).isZero();
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
