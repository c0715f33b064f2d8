package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sluice.dist.KeepAliveConnection.Request;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections that are idle, or send a head byte by byte, cost memory but do not affect other clients' responses. */
class ManyConnectionsIT {

    private static final int IDLE = Integer.getInteger("sluice.test.idleConnections", 10_000);
    private static final int SLOW = 1_000;
    private static final Duration HEAD_TIMEOUT = Duration.ofSeconds(4);
    private static final long MAX_RESIDENT_MEBIBYTES = 512;

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer upstream;

    @BeforeEach
    void startUpstream() throws Exception {
        upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
        upstream.setExecutor(threads);
        upstream.createContext("/", request -> {
            request.sendResponseHeaders(200, -1);
            request.close();
        });
        upstream.start();
    }

    @AfterEach
    void stopUpstream() {
        upstream.stop(0);
        threads.shutdownNow();
    }

    @Test
    void answersEverybodyElseBesideIdleAndSlowConnections() throws Exception {
        // Given
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        distribution.configure(configuration());
        try (RunningGateway gateway = distribution.start();
                Load load = new Load(gateway.port(), 4, number -> new Request("GET", "/" + number, ""));
                IdleConnections idle = new IdleConnections(gateway.port());
                SlowHeads slow = new SlowHeads(gateway.port())) {
            long atFirst = gateway.residentMebibytes();

            // When
            idle.open(IDLE);
            long withIdle = gateway.residentMebibytes();
            slow.open(SLOW);
            int before = load.succeeded();
            SlowHeads.Result result = slow.sendUntilAllEnd(HEAD_TIMEOUT.multipliedBy(4));
            int meanwhile = load.succeeded() - before;
            int idleAnswered = idle.answered();
            load.stop();

            // Then
            long atLast = gateway.residentMebibytes();
            System.out.printf(
                    "connections: %d idle, %d slow ended with 408 after %d to %d ms, %d requests answered meanwhile;"
                            + " resident %d MiB, with the idle %d, at the end %d%n",
                    IDLE,
                    result.timedOut(),
                    result.firstMillis(),
                    result.lastMillis(),
                    meanwhile,
                    atFirst,
                    withIdle,
                    atLast);
            assertThat(load.failures()).isEmpty();
            assertThat(meanwhile).isGreaterThan(200);
            assertThat(result.timedOut()).isEqualTo(SLOW);
            assertThat(result.firstMillis()).isGreaterThanOrEqualTo(HEAD_TIMEOUT.toMillis() - 100);
            assertThat(idleAnswered).isEqualTo(IDLE);
            assertThat(atLast).isLessThan(MAX_RESIDENT_MEBIBYTES);
        }
    }

    private String configuration() {
        return """
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters:
                  primary: { nodes: ["http://127.0.0.1:%d"], discovery: { enabled: false } }
                flows: { default: { relay: { cluster: primary } } }
                listeners:
                  - name: http
                    bind: "127.0.0.1:0"
                    timeouts: { head: %ds }
                    routes: [{ flow: default }]
                """.formatted(upstream.getAddress().getPort(), HEAD_TIMEOUT.toSeconds());
    }
}
