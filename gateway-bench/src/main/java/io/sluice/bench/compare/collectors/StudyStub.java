package io.sluice.bench.compare.collectors;

import io.sluice.bench.compare.clients.style.CityAnswers;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.proxy.StubProcess;
import io.sluice.bench.proxy.StubShape;
import io.sluice.bench.proxy.Subject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The stub that the gateways of one work relay to. */
final class StudyStub {
    private static final int HITS = 10;

    private StudyStub() {}

    /** Starts it; the caller closes it. */
    static Subject start(HttpClient http, Work work, Path directory) throws IOException, InterruptedException {
        Subject stub = new StubProcess(new StubShape(work.nodes(), work.nodes()), "256m", List.of()).start(directory);
        try {
            page(http, stub.address());
            return stub;
        } catch (IOException | InterruptedException | RuntimeException e) {
            stub.close();
            throw e;
        }
    }

    /** Searches are answered with cities in an index of the tenant's. */
    private static void page(HttpClient http, InetSocketAddress stub) throws IOException, InterruptedException {
        String page = new String(CityAnswers.of(HITS), StandardCharsets.UTF_8)
                .replace("\"_index\":\"cities\"", "\"_index\":\"north.cities\"")
                .replace("sterms#", "")
                .replace("avg#", "");
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create("http://" + Addresses.text(stub) + "/_stub/page"))
                        .POST(HttpRequest.BodyPublishers.ofString(page))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("the stub does not take the page: " + answer.body());
        }
    }
}
