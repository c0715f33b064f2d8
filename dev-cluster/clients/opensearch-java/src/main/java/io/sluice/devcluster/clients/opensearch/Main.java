package io.sluice.devcluster.clients.opensearch;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.HttpHost;
import org.opensearch.client.json.JsonpMapper;
import org.opensearch.client.json.jackson.JacksonJsonpMapper;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.transport.OpenSearchTransport;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;

/** Runs a session with gzip both ways at the base URL that is its argument, and prints every answer. */
final class Main {

    private Main() {}

    public static void main(String[] arguments) throws IOException, URISyntaxException {
        JsonpMapper mapper = new JacksonJsonpMapper(new ObjectMapper());
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (OpenSearchTransport transport = ApacheHttpClient5TransportBuilder.builder(HttpHost.create(arguments[0]))
                .setMapper(mapper)
                .setCompressionEnabled(true)
                .build()) {
            new Session(new OpenSearchClient(transport), new Answers(mapper, out)).run();
        }
    }
}
