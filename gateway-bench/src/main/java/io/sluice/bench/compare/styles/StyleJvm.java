package io.sluice.bench.compare.styles;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The process of one style, which stays for all trials of it. Its log is a file; it ends when it is closed, or with this JVM. For one thread. */
final class StyleJvm implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long PATIENCE_MINUTES = 15;
    private static final long STOP_SECONDS = 5;
    private static final String GONE = "";

    private final Process process;
    private final BufferedWriter commands;
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final Path log;

    /**
     * Where styles are, and what they run on.
     *
     * @param modules directory with a directory for each module of styles
     * @param documents gzip file with a document a line
     * @param logs directory for their logs
     * @param heapMegabytes fixed size of each heap
     */
    record Setup(Path modules, Path documents, Path logs, int heapMegabytes) {}

    private StyleJvm(Process process, Path log) {
        this.process = process;
        this.log = log;
        commands = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofVirtual().start(this::readEvents);
    }

    static StyleJvm start(Style style, Setup setup) throws IOException {
        Path lib = setup.modules.resolve(style.module()).resolve("target/style/lib");
        if (!Files.isDirectory(lib)) {
            throw new IOException(style.id() + " is not built: there is no " + lib);
        }
        Path log = setup.logs.resolve(style.id() + ".log");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms" + setup.heapMegabytes + "m",
                "-Xmx" + setup.heapMegabytes + "m",
                "-XX:+UseG1GC",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                lib + "/*",
                style.mainClass(),
                style.id(),
                setup.documents.toString());
        return new StyleJvm(
                new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
    }

    /** @throws IOException with the reason if the client cannot be made */
    void open(Way way, InetSocketAddress address) throws IOException, InterruptedException {
        StringBuilder command = new StringBuilder(
                "open way=" + way.id() + " host=" + address.getHostString() + " port=" + address.getPort());
        way.headers().forEach((name, value) -> command.append(" header.%s=%s".formatted(name, value)));
        send(command.toString());
        await("opened");
    }

    /**
     * Runs a trial.
     *
     * @param measuring called when the measured part begins
     * @return the event that ended it, received directly after the last answer
     */
    JsonNode run(String command, Runnable measuring) throws IOException, InterruptedException {
        send(command);
        await("measuring");
        measuring.run();
        return await("ended");
    }

    static String bulk(Way way, long documents, int size, String ids) {
        return "bulk way=%s index=%s documents=%d size=%d ids=%s"
                .formatted(way.id(), way.index(), documents, size, ids);
    }

    static String search(Way way, double rate, int iterations) {
        return String.format(
                Locale.ROOT,
                "search way=%s index=%s rate=%s warmup=%d iterations=%d",
                way.id(),
                way.index(),
                rate,
                iterations,
                iterations);
    }

    private void send(String command) throws IOException {
        commands.write(command);
        commands.newLine();
        commands.flush();
    }

    private JsonNode await(String wanted) throws IOException, InterruptedException {
        String line = events.poll(PATIENCE_MINUTES, TimeUnit.MINUTES);
        if (line == null || line.equals(GONE)) {
            throw new IOException("the client " + (line == null ? "does not answer" : "ended") + "; see " + log);
        }
        JsonNode event = MAPPER.readTree(line);
        if (!event.path("event").asText().equals(wanted)) {
            throw new IOException(event.path("reason").asText(line));
        }
        return event;
    }

    private void readEvents() {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (@Nullable String line = in.readLine(); line != null; line = in.readLine()) {
                events.add(line);
            }
        } catch (IOException closed) {
            // as good as its end
        }
        events.add(GONE);
    }

    @Override
    public void close() {
        try {
            commands.close();
        } catch (IOException gone) {
            // it reads no more, so it has ended
        }
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
