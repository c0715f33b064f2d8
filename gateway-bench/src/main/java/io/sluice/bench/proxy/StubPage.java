package io.sluice.bench.proxy;

import io.sluice.bench.net.Addresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The page with which a stub answers searches. */
final class StubPage {
    private StubPage() {}

    /**
     * Makes {@code json} the answer to every search from now on. Blocks.
     *
     * @throws IOException if the stub does not take it
     */
    static void set(InetSocketAddress stub, String json) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + Addresses.text(stub) + "/_stub/page"))
                    .POST(HttpRequest.BodyPublishers.ofString(json))
                    .build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("the stub did not take the page: " + answer.body());
            }
        }
    }
}
