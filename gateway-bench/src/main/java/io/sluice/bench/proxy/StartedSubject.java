package io.sluice.bench.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process that was started here to be measured, and is stopped here. Its output goes to a file. */
public final class StartedSubject implements Subject {
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long POLL_MILLIS = 50;
    private static final long STOP_SECONDS = 10;

    private final String name;
    private final InetSocketAddress address;
    private final Process process;
    private final @Nullable JvmRecording recording;
    private final Path output;

    private StartedSubject(
            String name, InetSocketAddress address, Process process, @Nullable JvmRecording recording, Path output) {
        this.name = name;
        this.address = address;
        this.process = process;
        this.recording = recording;
        this.output = output;
    }

    /**
     * Starts {@code command} and waits until {@code address} accepts connections.
     *
     * @throws IOException if it ends or does not listen within a minute; the message has the end of its output
     */
    public static StartedSubject start(
            String name,
            InetSocketAddress address,
            List<String> command,
            @Nullable JvmRecording recording,
            Workspace place)
            throws IOException, InterruptedException {
        Path output = place.directory().resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(place.pinned(command))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        if (recording != null) {
            builder.environment().putAll(recording.environment());
        }
        StartedSubject subject = new StartedSubject(name, address, builder.start(), recording, output);
        try {
            subject.awaitListening();
            return subject;
        } catch (IOException | InterruptedException | RuntimeException e) {
            subject.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public ProcessHandle process() {
        return process.toHandle();
    }

    @Override
    public @Nullable JvmRecording recording() {
        return recording;
    }

    @Override
    public void close() {
        List<ProcessHandle> tree = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        tree.forEach(ProcessHandle::destroyForcibly);
    }

    private void awaitListening() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_NANOS;
        while (!listens()) {
            if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
                throw new IOException(name + " does not listen on " + address + "; its output ends:\n" + tail());
            }
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private String tail() throws IOException {
        List<String> lines = Files.readAllLines(output);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }
}
