package io.sluice.devcluster.clients.opensearch;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.HttpHost;
import org.opensearch.client.json.JsonpMapper;
import org.opensearch.client.json.jackson.JacksonJsonpMapper;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.transport.OpenSearchTransport;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;

/** Runs a session for each line of stdin, {@code OWN http://127.0.0.1:9200}, with gzip both ways; prints every answer and an empty line. */
final class Main {

    private Main() {}

    public static void main(String[] arguments) throws IOException, URISyntaxException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader sessions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = sessions.readLine(); line != null; line = sessions.readLine()) {
            String[] words = line.split(" ", 2);
            run(Indices.valueOf(words[0]), words[1], out);
            out.println();
        }
    }

    private static void run(Indices indices, String address, PrintStream out) throws IOException, URISyntaxException {
        JsonpMapper mapper = new JacksonJsonpMapper(new ObjectMapper());
        try (OpenSearchTransport transport = ApacheHttpClient5TransportBuilder.builder(HttpHost.create(address))
                .setMapper(mapper)
                .setCompressionEnabled(true)
                .build()) {
            new Session(new OpenSearchClient(transport), indices, new Answers(mapper, out)).run();
        }
    }
}
