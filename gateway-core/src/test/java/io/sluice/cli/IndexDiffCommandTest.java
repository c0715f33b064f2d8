package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Comparisons in a cluster with the indices {@code x-1} and {@code y-1}. */
class IndexDiffCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            asked.add(path);
            String index = path.startsWith("/x") ? "x-1" : "y-1";
            byte[] body = (path.equals("/")
                            ? "{\"version\":{\"number\":\"8.19.4\"}}"
                            : "{\"" + index
                                    + "\":{\"settings\":{\"index\":{\"uuid\":\"u\",\"number_of_shards\":\"1\"}}}}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int diff(String a, String b, String... more) {
        String node = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        List<String> arguments = new ArrayList<>(List.of("index", "diff", node + a, node + b));
        arguments.addAll(List.of(more));
        String[] all = arguments.toArray(String[]::new);
        CommandLine sluice = Sluice.commandLine(all);
        sluice.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return sluice.execute(all);
    }

    @Test
    void doesNotCompareIndicesOfOtherNamesThatWildcardsFindAlone() {
        assertThat(diff("x-*", "y-*", "--repair", "a-to-b", "--delete", "--yes"))
                .as(err.toString())
                .isEqualTo(ExitCode.DIFFERENT);

        assertThat(out.toString().lines()).containsExactly("x-1: only in A", "y-1: only in B");
    }

    @Test
    void renamesAlsoWhereEachSideNamesOneIndex() {
        assertThat(diff("x-1", "y-1", "--rename", "x-(.*)=z-$1"))
                .as(err.toString())
                .isEqualTo(ExitCode.DIFFERENT);

        assertThat(out.toString().lines()).containsExactly("x-1: only in A", "y-1: only in B");
    }

    @Test
    void comparesTwoIndicesThatAreNamedWhateverTheyAreCalled() {
        diff("x-1", "y-1");

        assertThat(asked).contains("/x-1/_count");
    }
}
