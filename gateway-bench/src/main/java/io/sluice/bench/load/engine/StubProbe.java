package io.sluice.bench.load.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.load.result.StubUse;
import io.sluice.bench.net.Addresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks a target that is a stub, or a gateway before one, how much CPU time the stub has used. Blocks; for one thread. */
public final class StubProbe {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final URI stats;
    private long sampledAt;
    private double cpuSeconds;

    private StubProbe(InetSocketAddress target) {
        stats = URI.create("http://" + Addresses.text(target) + "/_stub/stats");
    }

    /** The probe of that target; null if it does not answer as a stub does. */
    public static @Nullable StubProbe of(InetSocketAddress target) throws InterruptedException {
        StubProbe probe = new StubProbe(target);
        return probe.ask() == null ? null : probe;
    }

    /** Begins to observe. */
    void begin() throws InterruptedException {
        JsonNode process = ask();
        sampledAt = System.nanoTime();
        cpuSeconds = process == null ? Double.NaN : process.path("cpu_seconds").asDouble();
    }

    /** What was used since {@link #begin}; null if the stub does not tell any more. */
    @Nullable StubUse end() throws InterruptedException {
        JsonNode process = ask();
        double seconds = (System.nanoTime() - sampledAt) / 1e9;
        if (process == null || Double.isNaN(cpuSeconds)) {
            return null;
        }
        double used = process.path("cpu_seconds").asDouble() - cpuSeconds;
        return new StubUse(used, seconds, process.path("threads").asInt(1));
    }

    private @Nullable JsonNode ask() throws InterruptedException {
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            HttpRequest request =
                    HttpRequest.newBuilder(stats).timeout(PATIENCE).build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            JsonNode process =
                    answer.statusCode() == 200 ? MAPPER.readTree(answer.body()).path("process") : MAPPER.missingNode();
            return process.has("cpu_seconds") ? process : null;
        } catch (IOException noStub) {
            return null;
        }
    }
}
