package io.sluice.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.api.ByteSize;
import io.sluice.api.Headers;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.config.MirrorConfig;
import io.sluice.config.RecordConfig;
import io.sluice.metrics.GatewayMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExchangeTapeTest {
    private static final ByteSize SIZE = new ByteSize(1 << 20);
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    @TempDir
    Path directory;

    /** The thread is held up before each second look. */
    private static InstantSource slowClock() {
        AtomicInteger looks = new AtomicInteger();
        return () -> {
            if (looks.getAndIncrement() % 2 == 1) {
                long end = System.nanoTime() + PAUSE_NANOS;
                while (System.nanoTime() - end < 0) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
            return Instant.now();
        };
    }

    private void exchange(Recorder recorder, String target) {
        RequestHead head = new RequestHead("PUT", RequestTarget.parse(target), Headers.empty());
        ExchangeTape tape = new ExchangeTape(recorder, head, new DefaultHttpHeaders(), "c", () -> null);
        tape.answered(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        tape.end(true);
    }

    private List<RecordedExchange> recorded() throws IOException {
        List<RecordedExchange> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory);
                RecordingReader reader = RecordingReader.open(files.findFirst().orElseThrow())) {
            for (RecordedExchange next = reader.next(); next != null; next = reader.next()) {
                all.add(next);
            }
        }
        return all;
    }

    // A replay sends what followed an answer after that answer, and tells so by these times.
    @Test
    void beginsAfterTheEndOfThoseBeforeIt() throws IOException {
        // Given
        RecordConfig config = new RecordConfig(
                directory, 1, MirrorConfig.Requests.ALL, false, SIZE, SIZE, SIZE, 1, List.of(), List.of());
        GatewayMetrics metrics = new GatewayMetrics(new SimpleMeterRegistry());

        // When
        try (Recorder recorder =
                new Recorder("default", config, metrics.recording("default"), slowClock(), new ConnectionNames())) {
            for (int i = 0; i < 6; i++) {
                exchange(recorder, "/docs/_doc/" + i);
            }
        }

        // Then
        List<RecordedExchange> all = recorded();
        assertThat(all).hasSize(6);
        for (int i = 1; i < all.size(); i++) {
            RecordedExchange before = all.get(i - 1);
            assertThat(all.get(i).began()).isAfterOrEqualTo(before.began().plusNanos(before.tookNanos()));
        }
    }
}
