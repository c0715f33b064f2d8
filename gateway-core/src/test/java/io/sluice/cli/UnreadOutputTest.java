package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose output nobody reads, in a process of its own. */
@Tag("slow")
class UnreadOutputTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ENOUGH_TO_LEAVE_OUT_A_NODE = 20;

    @TempDir
    Path home;

    private int port;

    @BeforeEach
    void findPort() throws IOException {
        port = FreePort.next();
    }

    private String yaml() {
        return """
                process: { drain: 100ms, eventLoops: 1 }
                clusters: { primary: { nodes: [http://127.0.0.1:9], discovery: { enabled: false }, health: { failures: 3 } } }
                flows: { default: { relay: { cluster: primary } } }
                listeners: [{ name: http, bind: 127.0.0.1:%d, routes: [{ flow: default }] }]
                admin: { enabled: false }
                """.formatted(port);
    }

    private int status(HttpClient client) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .timeout(PATIENCE)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /** Its only event loop has lines to write: a node does not answer. */
    @Test
    void keepsNeitherClientsNorTheStop() throws Exception {
        try (FullPipe pipe = new FullPipe(home.resolve("pipe"));
                RunningProcess gateway =
                        RunningProcess.start(home, yaml(), Path.of("..", "config", "logback.xml"), pipe.path());
                HttpClient client = HttpClient.newHttpClient()) {
            Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> status(client) > 0);
            for (int i = 0; i < ENOUGH_TO_LEAVE_OUT_A_NODE; i++) {
                assertThat(status(client)).isGreaterThanOrEqualTo(500);
            }

            gateway.signal("TERM");

            assertThat(gateway.awaitExit()).isEqualTo(143);
        }
    }

    /** Its main thread hangs with its first line. */
    @Test
    void aLogThatItsThreadsWaitForDoesNotKeepTheProcess() throws Exception {
        Path logback = Files.writeString(home.resolve("logback.xml"), """
                <configuration>
                  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%msg%n</pattern></encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="out"/></root>
                </configuration>
                """);
        try (FullPipe pipe = new FullPipe(home.resolve("pipe"));
                RunningProcess gateway = RunningProcess.start(home, yaml(), logback, pipe.path())) {
            Awaitility.await().atMost(PATIENCE).until(gateway::hangsInItsLog);

            gateway.signal("TERM");

            assertThat(gateway.awaitExit()).isEqualTo(143);
        }
    }
}
