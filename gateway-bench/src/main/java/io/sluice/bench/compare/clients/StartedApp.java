package io.sluice.bench.compare.clients;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.compare.clients.style.SearchStyle;
import io.sluice.bench.net.OwnJava;
import io.sluice.bench.proxy.JvmRecording;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;

/** A {@link ClientApp} that runs as a process of ours. */
final class StartedApp implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long STOP_SECONDS = 20;

    private final SearchStyle.Kind kind;
    private final Process process;
    private final Path log;
    private final JvmRecording recording;
    private final Writer to;
    private final BufferedReader from;

    private StartedApp(SearchStyle.Kind kind, Process process, Path log, JvmRecording recording) {
        this.kind = kind;
        this.process = process;
        this.log = log;
        this.recording = recording;
        this.to = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        this.from = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts one.
     *
     * @param flags of its JVM: heap and collector
     * @param directory for its log and recording
     */
    static StartedApp start(
            SearchStyle.Kind kind, InetSocketAddress target, SustainedRun.App app, List<String> flags, Path directory)
            throws IOException {
        JvmRecording recording = new JvmRecording(directory, "app-" + kind.label());
        Path log = directory.resolve("app-" + kind.label() + ".log");
        ProcessBuilder builder = new ProcessBuilder(OwnJava.command(
                        flags,
                        ClientApp.class.getName(),
                        kind.label(),
                        target.getAddress().getHostAddress(),
                        Integer.toString(target.getPort()),
                        Integer.toString(app.hits()),
                        Integer.toString(app.threads())))
                .redirectError(log.toFile());
        builder.environment().putAll(recording.environment());
        return new StartedApp(kind, builder.start(), log, recording);
    }

    SearchStyle.Kind kind() {
        return kind;
    }

    /** Complete only when the process has ended. */
    JvmRecording recording() {
        return recording;
    }

    /** Serves searches that come due at a rate a second. */
    AppWindow open(double rate, Duration length) throws IOException {
        return ask(String.format(Locale.ROOT, "open %.3f %d", rate, length.toMillis()));
    }

    /** Serves as many as it can. */
    AppWindow closed(Duration length) throws IOException {
        return ask("closed " + length.toMillis());
    }

    private AppWindow ask(String line) throws IOException {
        to.write(line + "\n");
        to.flush();
        String answer = from.readLine();
        if (answer == null) {
            throw new IOException("the application with " + kind.label() + " ended:\n" + Files.readString(log));
        }
        try {
            return AppWindow.of(MAPPER.readTree(answer));
        } catch (DataFormatException e) {
            throw new IOException("the application with " + kind.label() + " wrote no histogram", e);
        }
    }

    /** Lets it end, and write its recording. */
    @Override
    public void close() {
        try {
            to.close();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
