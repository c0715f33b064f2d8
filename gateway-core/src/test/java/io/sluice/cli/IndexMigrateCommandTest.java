package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.sluice.index.job.Journal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What a migration ends with whose documents an earlier run has copied. */
class IndexMigrateCommandTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path state;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private HttpServer server;
    /** What the target says of the index. */
    private volatile String index = described("t");

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean root = exchange.getRequestURI().getPath().equals("/");
            byte[] body = (root ? "{\"version\":{\"number\":\"8.19.4\"}}" : index).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("X-Elastic-Product", "Elasticsearch");
            exchange.sendResponseHeaders(root || !index.contains("error") ? 200 : 404, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        journal(
                "{\"plan\":{\"index\":\"a\",\"uuid\":\"u\",\"target\":\"a\",\"targetUuid\":\"t\","
                        + "\"documents\":2,\"held\":{},\"slices\":[]}}",
                "{\"finished\":\"a\"}");
    }

    private void journal(String... entries) throws Exception {
        Files.deleteIfExists(state.resolve(Journal.FILE));
        JsonNode identity = MAPPER.readTree("{\"job\":\"migrate\",\"from\":\"" + place("a") + "\",\"to\":\"" + place("")
                + "\",\"options\":\"VERSION null false 0\"}");
        try (Journal journal = Journal.open(state, identity)) {
            journal.add(MAPPER.readTree("{\"indices\":[\"a\"]}"));
            for (String entry : entries) {
                journal.add(MAPPER.readTree(entry));
            }
        }
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    // As index and as statistics.
    private static String described(String uuid) {
        return "{\"indices\":{\"a\":{\"shards\":{\"0\":[{\"routing\":{\"primary\":true},\"commit\":{\"user_data\":{\"history_uuid\":\"h\"}},"
                + "\"seq_no\":{\"max_seq_no\":1,\"global_checkpoint\":1}}]}}},\"_shards\":{\"failed\":0},\"a\":{\"settings\":{\"index\":{\"uuid\":\""
                + uuid + "\",\"number_of_shards\":\"1\"}}}}";
    }

    private String place(String index) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + index;
    }

    private int migrate(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("index", "migrate", place("a"), place(""), "--state", state.toString()));
        arguments.addAll(List.of(more));
        String[] all = arguments.toArray(String[]::new);
        CommandLine sluice = Sluice.commandLine(all);
        sluice.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return sluice.execute(all);
    }

    @Test
    void endsWellWithoutAComparisonWhereNothingWasRefused() {
        assertThat(migrate("--no-verify")).as(err.toString()).isEqualTo(ExitCode.OK);
    }

    @Test
    void saysWithoutAComparisonThatTheTargetLacksWhatItRefused() throws Exception {
        Files.writeString(
                state.resolve("refused.ndjson"),
                "{\"index\":\"a\",\"id\":\"7\",\"routing\":null,\"status\":400,\"reason\":\"no\",\"source\":\"{}\"}\n");

        assertThat(migrate("--no-verify")).as(err.toString()).isEqualTo(ExitCode.DIFFERENT);

        assertThat(out.toString()).contains("1 refused in all runs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"made anew", "deleted"})
    void failsWhereTheTargetIsNoLongerTheOneThatWasLoaded(String what) {
        index = what.equals("deleted") ? "{\"error\":{\"reason\":\"no such index\"}}" : described("other");

        assertThat(migrate("--no-verify")).isEqualTo(ExitCode.FAILED);
        assertThat(migrate()).isEqualTo(ExitCode.FAILED);

        assertThat(err.toString().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("index 'a' is not the one that this job began with"));
    }

    /** The uuid stays the same then. */
    @Test
    void doesNotGoOnWhereASnapshotWasRestoredIntoTheSourceMeanwhile() throws Exception {
        index = described("u");
        journal("{\"plan\":{\"index\":\"a\",\"uuid\":\"u\",\"histories\":[\"h\"],\"target\":\"a\",\"targetUuid\":\"u\","
                + "\"documents\":2,\"held\":{},\"slices\":[]}}");
        assertThat(migrate("--no-verify")).as(err.toString()).isEqualTo(ExitCode.OK);
        journal(
                "{\"plan\":{\"index\":\"a\",\"uuid\":\"u\",\"histories\":[\"other\"],\"target\":\"a\",\"targetUuid\":\"u\","
                        + "\"documents\":2,\"held\":{},\"slices\":[]}}");

        assertThat(migrate("--no-verify")).isEqualTo(ExitCode.FAILED);

        assertThat(err.toString()).contains("index 'a' of the source is not the one that this job began with");
    }
}
