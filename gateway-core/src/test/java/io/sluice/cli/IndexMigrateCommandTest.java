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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a migration ends with whose documents an earlier run has copied. */
class IndexMigrateCommandTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path state;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private HttpServer server;

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = "{\"version\":{\"number\":\"8.19.4\"}}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("X-Elastic-Product", "Elasticsearch");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        JsonNode identity = MAPPER.readTree("{\"job\":\"migrate\",\"from\":\"" + place("a") + "\",\"to\":\"" + place("")
                + "\",\"options\":\"VERSION null false 0\"}");
        try (Journal journal = Journal.open(state, identity)) {
            journal.add(MAPPER.readTree("{\"indices\":[\"a\"]}"));
            journal.add(
                    MAPPER.readTree("{\"plan\":{\"index\":\"a\",\"uuid\":\"u\",\"target\":\"a\",\"targetUuid\":\"t\","
                            + "\"documents\":2,\"held\":{},\"slices\":[]}}"));
            journal.add(MAPPER.readTree("{\"finished\":\"a\"}"));
        }
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String place(String index) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + index;
    }

    private int migrate() {
        String[] all = {"index", "migrate", place("a"), place(""), "--no-verify", "--state", state.toString()};
        CommandLine sluice = Sluice.commandLine(all);
        sluice.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return sluice.execute(all);
    }

    @Test
    void endsWellWithoutAComparisonWhereNothingWasRefused() {
        assertThat(migrate()).as(err.toString()).isEqualTo(ExitCode.OK);
    }

    @Test
    void saysWithoutAComparisonThatTheTargetLacksWhatItRefused() throws Exception {
        Files.writeString(
                state.resolve("refused.ndjson"),
                "{\"index\":\"a\",\"id\":\"7\",\"routing\":null,\"status\":400,\"reason\":\"no\",\"source\":\"{}\"}\n");

        assertThat(migrate()).as(err.toString()).isEqualTo(ExitCode.DIFFERENT);

        assertThat(out.toString()).contains("1 refused in all runs");
    }
}
