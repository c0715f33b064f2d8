package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.sluice.bench.stub.StubOptions;
import io.sluice.bench.stub.StubServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two gateways of the distribution share a limit in a real Redis. {@code -Dsluice.limit.seconds=60} is the minute of
 * docs/verification.md.
 */
class SharedLimitIT {

    private static final int MINUTE = 60;
    private static final int WARM_UP = 10;
    private static final int SECONDS = Integer.getInteger("sluice.limit.seconds", 10);
    private static final int OFFERED = 1000;
    private static final int RATE = 800;
    private static final int BURST = 100;
    private static final int CONNECTIONS = 16;

    @TempDir
    Path directory;

    private record Tally(int granted, int refused) {}

    @Test
    void holdsALimitTogether() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                StubServer stub = StubServer.start(StubOptions.local(1, List.of("logs"), 1));
                RunningGateway first = gateway("first", stub, redis.port());
                RunningGateway second = gateway("second", stub, redis.port())) {
            awaitShared(first);
            awaitShared(second);

            // The slow beginning of the gateways loses tokens that nobody asks for in time.
            List<Integer> ports = List.of(first.port(), second.port());
            load(ports, WARM_UP, System.nanoTime());
            long started = System.nanoTime();
            Tally tally = load(ports, SECONDS, started);
            double seconds = (System.nanoTime() - started) / 1e9;

            double due = BURST + RATE * seconds;
            System.out.printf(
                    "%.1f s: %d granted, %d refused, due %.0f, off by %.2f%%; questions to Redis %s and %s%n",
                    seconds,
                    tally.granted,
                    tally.refused,
                    due,
                    100 * (tally.granted - due) / due,
                    questions(first),
                    questions(second));
            assertThat(tally.granted + tally.refused).isEqualTo(OFFERED * SECONDS / CONNECTIONS * CONNECTIONS);
            assertThat((double) tally.granted).isBetween(1.0, due + 1);
            if (SECONDS >= MINUTE) {
                assertThat((double) tally.granted).isCloseTo(due, withPercentage(2));
            }
        }
    }

    private RunningGateway gateway(String name, StubServer stub, int redis) throws Exception {
        Distribution distribution = Distribution.copyTo(directory.resolve(name));
        distribution.configure("""
                admin: { bind: 127.0.0.1:0 }
                clusters:
                  primary: { nodes: ["http://%s"] }
                flows:
                  default:
                    filters:
                      - type: rate-limit
                        config:
                          limits: [{ name: all, rate: %d/s, burst: %d }]
                          shared: { redis: "redis://127.0.0.1:%d", timeout: 5s }
                    relay: { cluster: primary }
                listeners:
                  - { name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }
                """.formatted(stub.cluster().nodes().getFirst().publishAddress(), RATE, BURST, redis));
        return distribution.start();
    }

    private static void awaitShared(RunningGateway gateway) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> gateway.log().contains("limits are shared"));
    }

    private static String questions(RunningGateway gateway) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(gateway.adminAddress().resolve("/metrics"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofLines())
                .body()
                .filter(line -> line.startsWith("sluice_filter_redis_commands_total"))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElse("?");
    }

    private static Tally load(List<Integer> ports, int seconds, long started) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Callable<Tally>> clients = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                int client = i;
                clients.add(() -> client(ports.get(client % ports.size()), client, seconds, started));
            }
            int granted = 0;
            int refused = 0;
            for (Future<Tally> each : executor.invokeAll(clients)) {
                granted += each.get().granted;
                refused += each.get().refused;
            }
            return new Tally(granted, refused);
        } finally {
            executor.shutdownNow();
        }
    }

    // At fixed times, whatever the answers take.
    private static Tally client(int port, int client, int seconds, long started) throws Exception {
        long period = TimeUnit.SECONDS.toNanos(CONNECTIONS) / OFFERED;
        int granted = 0;
        int refused = 0;
        try (KeepAliveConnection connection = new KeepAliveConnection(port)) {
            for (int i = 0; i < OFFERED * seconds / CONNECTIONS; i++) {
                long due = started + i * period + client * period / CONNECTIONS;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                int status = connection
                        .exchange(new KeepAliveConnection.Request("GET", "/logs/_doc/1", ""))
                        .status();
                assertThat(status).isIn(200, 404, 429);
                if (status == 429) {
                    refused++;
                } else {
                    granted++;
                }
            }
        }
        return new Tally(granted, refused);
    }
}
