package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sluice.server.UnusedPort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class HealthCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private HttpServer admin;
    private String address;

    @BeforeEach
    void start() throws IOException {
        admin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        address = "http://127.0.0.1:" + admin.getAddress().getPort();
        admin.start();
    }

    @AfterEach
    void stop() {
        admin.stop(0);
    }

    private void answer(String path, int status) {
        admin.createContext(path, exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
    }

    @Test
    void endsWithZeroIfTheGatewayAnswersThatItLives() {
        // Given
        answer("/health/live", 200);

        // When / Then
        assertThat(run("health", "--admin", address)).isZero();
        assertThat(out).hasToString(address + "/health/live: 200" + System.lineSeparator());
    }

    @Test
    void endsWithOneIfTheGatewayIsNotReady() {
        // Given
        answer("/health/live", 200);
        answer("/health/ready", 503);

        // When / Then
        assertThat(run("health", "--ready", "--admin", address)).isEqualTo(1);
        assertThat(out.toString()).startsWith(address + "/health/ready: 503");
    }

    @Test
    void endsWithOneAndTheReasonIfNobodyListens() throws IOException {
        // Given
        try (UnusedPort unused = new UnusedPort()) {

            // When / Then
            assertThat(run("health", "--admin", "http://" + unused.address())).isEqualTo(1);
            assertThat(err.toString())
                    .isEqualTo("sluice: http://" + unused.address() + "/health/live gives no answer: Connection refused"
                            + System.lineSeparator());
        }
    }

    @Test
    void endsWithOneIfTheAnswerDoesNotComeInTime() throws IOException {
        // Given: the system accepts, and nobody reads
        try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            String there = "http://127.0.0.1:" + silent.getLocalPort();

            // When / Then
            assertThat(run("health", "--timeout", "1", "--admin", there)).isEqualTo(1);
            assertThat(err.toString()).contains("gives no answer: Read timed out");
        }
    }

    @Test
    void refusesAnAddressThatIsNoUrlAndATimeoutOfNothing() {
        // When / Then
        assertThat(run("health", "--admin", "127.0.0.1:2900")).isEqualTo(2);
        assertThat(run("health", "--admin", address, "--timeout", "0")).isEqualTo(2);
    }

    private int run(String... arguments) {
        CommandLine command = Sluice.commandLine(arguments);
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return command.execute(arguments);
    }
}
