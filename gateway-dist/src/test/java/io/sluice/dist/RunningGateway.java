package io.sluice.dist;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A gateway process of the distribution; its ports are read from its log. */
final class RunningGateway implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(120);
    private static final Pattern LISTENING = Pattern.compile(": listening .*address=\"/127\\.0\\.0\\.1:(\\d+)\"");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Pattern ADMIN = Pattern.compile("admin listening address=\"/127\\.0\\.0\\.1:(\\d+)\"");

    private final Process process;
    private final Path log;
    private final HttpClient client = HttpClient.newHttpClient();

    private RunningGateway(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts the process and waits until it has said that it started. */
    static RunningGateway start(ProcessBuilder builder) throws IOException {
        Path log = Files.createTempFile("gateway", ".log");
        Process process =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        RunningGateway gateway = new RunningGateway(process, log);
        try {
            Awaitility.await()
                    .atMost(START)
                    .failFast("the gateway ended", () -> !process.isAlive())
                    .until(() -> gateway.log().contains("GatewayProcess: started"));
            return gateway;
        } catch (RuntimeException e) {
            String text = gateway.log();
            gateway.close();
            throw new IOException("the gateway did not start:\n" + text, e);
        }
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    /** The address of the only listener: {@code http://127.0.0.1:port}. */
    URI address() throws IOException {
        return uri(LISTENING, "");
    }

    /** The address of a listener: {@code http://127.0.0.1:port}. */
    URI address(String listener) throws IOException {
        return uri(
                Pattern.compile(": listening listener=\"" + listener + "\" address=\"/127\\.0\\.0\\.1:(\\d+)\""), "");
    }

    /** Sends a request to the only listener. */
    HttpResponse<String> send(String method, String target, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(LISTENING, target))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** The port of the only listener. */
    int port() throws IOException {
        return uri(LISTENING, "/").getPort();
    }

    long pid() {
        return process.pid();
    }

    /** The process's resident memory in MiB. */
    long residentMebibytes() throws IOException {
        Matcher matcher = RESIDENT.matcher(Files.readString(Path.of("/proc", Long.toString(pid()), "status")));
        if (!matcher.find()) {
            throw new IOException("the process has no resident memory");
        }
        return Long.parseLong(matcher.group(1)) / 1024;
    }

    /** Asks the admin endpoint. */
    HttpResponse<String> admin(String target) throws IOException, InterruptedException {
        return admin(target, "*/*");
    }

    /** @param accept the types that the caller understands */
    HttpResponse<String> admin(String target, String accept) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(ADMIN, target))
                .header("Accept", accept)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Posts to the admin endpoint, without a body. */
    HttpResponse<String> post(String target) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(ADMIN, target))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Sends a signal such as {@code HUP}. */
    void signal(String name) throws IOException, InterruptedException {
        Finished.of(new ProcessBuilder("kill", "-" + name, Long.toString(pid())));
    }

    /** The address of the admin endpoint: {@code http://127.0.0.1:port}. */
    URI adminAddress() throws IOException {
        return uri(ADMIN, "");
    }

    private URI uri(Pattern listening, String target) throws IOException {
        Matcher matcher = listening.matcher(log());
        if (!matcher.find()) {
            throw new IOException("the log names no address:\n" + log());
        }
        return URI.create("http://127.0.0.1:" + matcher.group(1) + target);
    }

    /** Sends SIGTERM and returns the exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        return process.waitFor(60, TimeUnit.SECONDS) ? process.exitValue() : -1;
    }

    /** Ends the process with SIGKILL and waits until it is gone. */
    void kill() throws IOException {
        process.destroyForcibly();
        process.onExit().join();
        close();
    }

    @Override
    public void close() throws IOException {
        client.shutdownNow();
        process.destroyForcibly();
        Files.deleteIfExists(log);
    }
}
