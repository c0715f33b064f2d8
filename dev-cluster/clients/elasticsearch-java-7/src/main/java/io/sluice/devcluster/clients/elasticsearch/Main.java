package io.sluice.devcluster.clients.elasticsearch;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.json.JsonpMapper;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.rest_client.RestClientTransport;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.http.HttpHost;
import org.elasticsearch.client.RestClient;

/** Runs a session for each line of stdin, {@code OWN http://127.0.0.1:9200}, with gzip both ways; prints every answer and an empty line. */
final class Main {

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader sessions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = sessions.readLine(); line != null; line = sessions.readLine()) {
            String[] words = line.split(" ", 2);
            run(Indices.valueOf(words[0]), words[1], out);
            out.println();
        }
    }

    private static void run(Indices indices, String address, PrintStream out) throws IOException {
        JsonpMapper mapper = new JacksonJsonpMapper(new ObjectMapper());
        try (RestClient connections = RestClient.builder(HttpHost.create(address))
                .setCompressionEnabled(true)
                .build()) {
            ElasticsearchClient client = new ElasticsearchClient(new RestClientTransport(connections, mapper));
            new Session(client, indices, new Answers(mapper, out)).run();
        }
    }
}
