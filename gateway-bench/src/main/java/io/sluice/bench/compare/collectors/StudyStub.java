package io.sluice.bench.compare.collectors;

import io.sluice.bench.compare.clients.style.CityAnswers;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.net.OwnJava;
import io.sluice.bench.proxy.Place;
import io.sluice.bench.proxy.StartedSubject;
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

/** The stub behind the gateways of one work. */
final class StudyStub {
    private static final int HITS = 10;

    private StudyStub() {}

    /** Starts it; the caller closes it. */
    static Subject start(HttpClient http, Work work, Path directory) throws IOException, InterruptedException {
        InetSocketAddress address = Addresses.free(work.nodes());
        Subject stub = StartedSubject.start(
                "stub",
                address,
                OwnJava.command(
                        List.of("-Xms256m", "-Xmx256m"),
                        "io.sluice.bench.cli.SluiceBench",
                        "stub",
                        "--port",
                        Integer.toString(address.getPort()),
                        "--nodes",
                        Integer.toString(work.nodes()),
                        "--shards",
                        Integer.toString(work.nodes())),
                null,
                new Place(directory, ""));
        try {
            page(http, address);
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
