package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies far larger than all memory of the gateway; {@code -Dsluice.large.mib=2048} makes them 2 GiB. */
class LargeBodiesIT {
    private static final long BYTES = Long.getLong("sluice.large.mib", 512) << 20;
    private static final int SMALL_A_SECOND = 200;
    private static final long MEMORY_MIB = 300;

    @TempDir
    Path directory;

    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicLong largestMemory = new AtomicLong();

    @Test
    void passThroughLittleMemoryWhileSmallRequestsGoOn() throws Exception {
        // Given
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        try (EndlessServer server = new EndlessServer()) {
            distribution.configure("""
                    admin: { bind: "127.0.0.1:0" }
                    plugins: { directory: ../plugins }
                    clusters: { primary: { nodes: ["%s"], discovery: { enabled: false } } }
                    flows: { default: { relay: { cluster: primary } } }
                    listeners:
                      - { name: http, bind: "127.0.0.1:0", limits: { body: 4GiB }, routes: [{ flow: default }] }
                    """.formatted(server.address()));
            ProcessBuilder builder = distribution.builder("run");
            builder.environment().put("JAVA_OPTS", "-Xmx64m -XX:MaxDirectMemorySize=64m");
            try (RunningGateway gateway = RunningGateway.start(builder);
                    HttpClient client = HttpClient.newHttpClient();
                    ScheduledExecutorService clock = Executors.newScheduledThreadPool(1)) {
                HttpRequest small = HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + gateway.port() + "/produce/1000"))
                        .build();
                clock.scheduleAtFixedRate(
                        () -> smallRequest(client, small), 0, 1_000_000 / SMALL_A_SECOND, TimeUnit.MICROSECONDS);
                clock.scheduleAtFixedRate(() -> sampleMemory(gateway), 0, 100, TimeUnit.MILLISECONDS);

                // When
                long up = upload(gateway.port());
                long down = download(gateway.port());
                clock.shutdown();
                assertThat(clock.awaitTermination(10, TimeUnit.SECONDS)).isTrue();

                // Then
                System.out.printf(
                        "%d MiB up and down, %d small requests, largest resident memory %d MiB%n",
                        BYTES >> 20, answered.get(), largestMemory.get());
                assertThat(up).as("bytes that arrived as they were sent").isEqualTo(BYTES);
                assertThat(down).as("bytes that came back as they were made").isEqualTo(BYTES);
                assertThat(failed).hasValue(0);
                assertThat(answered).hasPositiveValue();
                assertThat(largestMemory).hasValueLessThan(MEMORY_MIB);
            }
        }
    }

    private void smallRequest(HttpClient client, HttpRequest request) {
        client.sendAsync(request, BodyHandlers.ofByteArray()).whenComplete((response, problem) -> {
            boolean good = problem == null && response.statusCode() == 200 && response.body().length == 1000;
            (good ? answered : failed).incrementAndGet();
        });
    }

    private void sampleMemory(RunningGateway gateway) {
        try {
            largestMemory.accumulateAndGet(gateway.residentMebibytes(), Math::max);
        } catch (IOException e) {
            failed.incrementAndGet();
        }
    }

    private static long upload(int port) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            OutputStream out = socket.getOutputStream();
            out.write(
                    ("POST /swallow HTTP/1.1\r\nHost: a\r\nContent-Length: " + BYTES + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            EndlessServer.Pattern.write(out, BYTES);
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return Long.parseLong(answer.substring(answer.indexOf("\r\n\r\n") + 4));
        }
    }

    private static long download(int port) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream()
                    .write(("GET /produce/" + BYTES + " HTTP/1.1\r\nHost: a\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            for (int end = 0; end != 0x0d0a0d0a; ) {
                end = end << 8 | in.read();
            }
            return EndlessServer.Pattern.countMatching(in, BYTES);
        }
    }
}
