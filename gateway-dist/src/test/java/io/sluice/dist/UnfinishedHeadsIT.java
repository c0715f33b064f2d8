package io.sluice.dist;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Endless heads, with as many short lines as fit, use no more memory than is reserved for them. */
class UnfinishedHeadsIT {

    private static final int CONNECTIONS = 3_000;
    private static final long MAX_RESIDENT_MEBIBYTES = 400;

    @TempDir
    Path directory;

    @Test
    void takeNoMemoryFromAnybodyElse() throws Exception {
        // Given
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        try (EndlessServer server = new EndlessServer()) {
            distribution.configure("""
                    admin: { bind: "127.0.0.1:0" }
                    clusters: { primary: { nodes: ["%s"], discovery: { enabled: false } } }
                    flows: { default: { relay: { cluster: primary } } }
                    listeners:
                      - name: http
                        bind: "127.0.0.1:0"
                        limits: { headers: 64KiB, headerCount: 20000 }
                        timeouts: { head: 300s }
                        routes: [{ flow: default }]
                    """.formatted(server.address()));
            ProcessBuilder builder = distribution.builder("run");
            builder.environment().put("JAVA_OPTS", "-Xmx96m -XX:MaxDirectMemorySize=96m");
            try (RunningGateway gateway = RunningGateway.start(builder);
                    IdleConnections heads = new IdleConnections(gateway.port());
                    HttpClient client = HttpClient.newHttpClient()) {
                long atFirst = gateway.residentMebibytes();

                // When
                heads.open(CONNECTIONS);
                for (SocketChannel channel : heads.channels()) {
                    begin(channel);
                }

                // Then
                for (int i = 0; i < 100; i++) {
                    assertThat(client.send(
                                            HttpRequest.newBuilder(URI.create(
                                                            "http://127.0.0.1:" + gateway.port() + "/produce/1000"))
                                                    .build(),
                                            BodyHandlers.ofByteArray())
                                    .statusCode())
                            .as("gateway: %s", gateway.log())
                            .isEqualTo(200);
                }
                Ends ends = ends(heads);
                long atLast = gateway.residentMebibytes();
                System.out.printf(
                        "%d unfinished heads of 60 KB, %d of them ended, %d with 429; resident %d MiB before, %d after%n",
                        CONNECTIONS, ends.all(), ends.overloaded(), atFirst, atLast);
                assertThat(gateway.log()).doesNotContain("OutOfMemoryError", "OutOfDirectMemoryError");
                assertThat(ends.overloaded())
                        .as("heads for which there was no room")
                        .isPositive();
                assertThat(ends.all()).isLessThan(CONNECTIONS);
                assertThat(atLast).isLessThan(MAX_RESIDENT_MEBIBYTES);
            }
        }
    }

    /** Sends a head but for its end, or as much of it as the gateway takes. */
    private static void begin(SocketChannel channel) {
        ByteBuffer head = US_ASCII.encode("GET / HTTP/1.1\r\nHost: localhost\r\n" + "a:\r\n".repeat(15_000));
        try {
            channel.configureBlocking(false);
            for (int tries = 0; head.hasRemaining() && tries < 10_000; tries++) {
                channel.write(head);
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            // Refused before it was sent completely: counted like the others.
        }
    }

    /** How many connections the gateway has ended, and how many of them it said why: a reset may overtake an answer. */
    private record Ends(int all, int overloaded) {}

    private static Ends ends(IdleConnections heads) {
        int all = 0;
        int overloaded = 0;
        for (SocketChannel channel : heads.channels()) {
            try {
                ByteBuffer answer = ByteBuffer.allocate(64);
                all += channel.read(answer) == 0 ? 0 : 1;
                overloaded += US_ASCII.decode(answer.flip()).toString().startsWith("HTTP/1.1 429 ") ? 1 : 0;
            } catch (IOException e) {
                all++;
            }
        }
        return new Ends(all, overloaded);
    }
}
