package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sluice.server.UnusedPort;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class TopCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicReference<String> authorization = new AtomicReference<>();
    private HttpServer server;
    private int status = 200;

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/overview", exchange -> {
            authorization.set(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] body = "{\"version\":\"1\",\"ready\":true}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int top(String... more) {
        String[] arguments = new String[more.length + 2];
        arguments[0] = "top";
        arguments[1] = "--once";
        System.arraycopy(more, 0, arguments, 2, more.length);
        CommandLine sluice = Sluice.commandLine(arguments);
        sluice.setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
        return sluice.execute(arguments);
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void printsOnceAndEnds() {
        assertThat(top("--admin", address() + "/")).isZero();
        assertThat(out.toString()).startsWith("Sluice 1, up 0 min 0 s, ready").doesNotContain("\033");
        assertThat(authorization.get()).isNull();
    }

    @Test
    void sendsTheCredentialsThatItIsGiven() {
        assertThat(top("--admin", address(), "--token", "abc")).isZero();
        assertThat(authorization.get()).isEqualTo("Bearer abc");
        assertThat(top("--admin", address(), "--user", "a:b")).isZero();
        assertThat(authorization.get()).isEqualTo("Basic YTpi");
    }

    @Test
    void saysWhatIsMissingWhereItMayNotRead() {
        status = 401;
        assertThat(top("--admin", address())).isEqualTo(1);
        assertThat(err.toString())
                .contains("wants credentials", "SLUICE_ADMIN_TOKEN")
                .doesNotContain("\tat ");
    }

    @Test
    void saysThatNobodyAnswers() throws Exception {
        try (UnusedPort unused = new UnusedPort()) {
            assertThat(top("--admin", "http://" + unused.address())).isEqualTo(1);
            assertThat(err.toString()).contains("no gateway answers at http://" + unused.address());
        }
    }

    @Test
    void refusesAnAddressThatIsNone() {
        assertThat(top("--admin", "not an address")).isEqualTo(2);
        assertThat(err.toString()).contains("--admin is a URL such as http://127.0.0.1:2900: not an address");
    }
}
