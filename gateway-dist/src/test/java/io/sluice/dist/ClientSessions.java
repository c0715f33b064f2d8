package io.sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.ServerKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Sessions of the official client of a server's line, in a process of their own, since the clients' libraries share no class path. */
final class ClientSessions implements AutoCloseable {

    /** Values that a server generates or measures per request; everything else that a client sees is compared. */
    private static final Pattern DRAWN = Pattern.compile(String.join(
            "|",
            "(?<=\"took\":)\\d+",
            "(?<=\"(_scroll_id|pit_id|id|index_uuid)\":\")[^\"]+",
            "(?<=\"_id\":\")[A-Za-z0-9_-]{20}(?=\")",
            "(?<=\"creation_time\":)\\d+",
            "(?<=\\[places/)[A-Za-z0-9_-]{22}(?=])"));

    /** What a session may do with its index, and what else is then not compared. */
    enum Indices {
        /** The session makes the index, and deletes it at the end. */
        OWN("$^"),
        /**
         * The operator made an index with the session's mapping; sequence numbers and shard positions also count other
         * tenants' documents.
         */
        GIVEN("(?<=\"_seq_no\":)\\d+|(?<=\"sort\":\\[\"?\\d{1,9}\"?,\"?)\\d+(?=\"?])"),
        /**
         * The physical index exists, and the session writes its mapping; no index is unknown there, and field names are
         * longer.
         */
        MAPPED("(?<=at line 1, column )\\d+");

        private final Pattern different;

        Indices(String different) {
            this.different = Pattern.compile(different);
        }
    }

    private final Process process;
    private final PrintStream wanted;
    private final BufferedReader answers;

    private ClientSessions(Process process) {
        this.process = process;
        wanted = new PrintStream(process.getOutputStream(), true, UTF_8);
        answers = process.inputReader(UTF_8);
    }

    /** Starts the client of a server's line. */
    static ClientSessions of(ServerKind kind) throws IOException {
        return switch (kind) {
            case ELASTICSEARCH_7 -> start("elasticsearch-java-7", "elasticsearch");
            case ELASTICSEARCH_8, ELASTICSEARCH_9 -> start("elasticsearch-java-8", "elasticsearch");
            case OPENSEARCH_2, OPENSEARCH_3 -> start("opensearch-java", "opensearch");
        };
    }

    private static ClientSessions start(String module, String productName) throws IOException {
        Path libraries = Path.of(System.getProperty("sluice.clients"), module, "target/client/lib/*");
        return new ClientSessions(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        libraries.toString(),
                        "io.sluice.devcluster.clients." + productName + ".Main")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Runs a session at a node or a gateway; returns one line per response, with generated values masked. */
    List<String> answersOf(URI address, Indices indices) throws IOException {
        wanted.println(indices + " " + address);
        List<String> lines = new ArrayList<>();
        for (String line = answers.readLine(); !"".equals(line); line = answers.readLine()) {
            if (line == null) {
                throw new IOException("the client failed at " + address + " after " + lines);
            }
            String same = DRAWN.matcher(line).replaceAll("*");
            lines.add(indices.different.matcher(same).replaceAll("*"));
        }
        return lines;
    }

    /** What responses through a gateway have in addition to direct ones. */
    static List<String> differences(List<String> relayed, List<String> direct) {
        assertThat(relayed).hasSameSizeAs(direct);
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < relayed.size(); i++) {
            if (!relayed.get(i).equals(direct.get(i))) {
                differences.add("relayed: " + relayed.get(i) + "\ndirect: " + direct.get(i));
            }
        }
        return differences;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
