package io.sluice.devcluster.clients.elasticsearch;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.json.JsonpMapper;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.rest_client.RestClientTransport;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.http.HttpHost;
import org.elasticsearch.client.RestClient;

/** Runs a session with gzip both ways at the base URL that is its argument, and prints every answer. */
final class Main {

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        JsonpMapper mapper = new JacksonJsonpMapper(new ObjectMapper());
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (RestClient connections = RestClient.builder(HttpHost.create(arguments[0]))
                .setCompressionEnabled(true)
                .build()) {
            new Session(new ElasticsearchClient(new RestClientTransport(connections, mapper)), new Answers(mapper, out))
                    .run();
        }
    }
}
