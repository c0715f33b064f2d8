package io.sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A session of the official client of a server's line, each in a process of its own, since their libraries share no class path. */
record ClientSession(String module, String mainClass) {

    /** What a server draws or measures anew for each request; everything else that a client sees is compared. */
    private static final Pattern DRAWN = Pattern.compile(String.join(
            "|",
            "(?<=\"took\":)\\d+",
            "(?<=\"(_scroll_id|pit_id|id|index_uuid)\":\")[^\"]+",
            "(?<=\"_id\":\")[A-Za-z0-9_-]{20}(?=\")",
            "(?<=\"creation_time\":)\\d+",
            "(?<=\\[places/)[A-Za-z0-9_-]{22}(?=])"));

    static ClientSession of(ServerKind kind) {
        return switch (kind) {
            case ELASTICSEARCH_7 -> elastic("elasticsearch-java-7");
            case ELASTICSEARCH_8 -> elastic("elasticsearch-java-8");
            case OPENSEARCH_2 -> new ClientSession("opensearch-java", "io.sluice.devcluster.clients.opensearch.Main");
        };
    }

    private static ClientSession elastic(String module) {
        return new ClientSession(module, "io.sluice.devcluster.clients.elasticsearch.Main");
    }

    /** Runs it at a node or a gateway; returns a line for each answer, with what the server draws masked. */
    List<String> answersOf(URI address) throws IOException, InterruptedException {
        Path libraries = Path.of(System.getProperty("sluice.clients"), module, "target/client/lib/*");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        libraries.toString(),
                        mainClass,
                        address.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            List<String> lines = new String(process.getInputStream().readAllBytes(), UTF_8)
                    .lines()
                    .map(line -> DRAWN.matcher(line).replaceAll("*"))
                    .toList();
            if (process.waitFor() != 0) {
                throw new IOException(module + " failed at " + address + " after " + lines);
            }
            return lines;
        } finally {
            process.destroyForcibly();
        }
    }
}
