package io.sluice.devcluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One running server process and what it started. Its stdin stays open as long as this JVM lives, so that it ends with it. Any thread may
 * stop or kill it.
 */
final class ServerProcess {

    private static final int TAIL_LINES = 60;

    private final Process process;
    private final Path log;
    private final int nodes;

    private ServerProcess(Process process, Path log, int nodes) {
        this.process = process;
        this.log = log;
        this.nodes = nodes;
    }

    /** Starts the command with its output appended to {@code log}. */
    static ServerProcess start(ProcessBuilder command, Path log, int nodes) throws IOException {
        Process process = command.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return new ServerProcess(process, log, nodes);
    }

    boolean alive() {
        return process.isAlive();
    }

    /** How many nodes run in it. */
    int nodes() {
        return nodes;
    }

    /** SIGKILL to the process and all it started; returns when they are gone. */
    void kill() {
        List<ProcessHandle> tree = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        killAll(tree);
    }

    /** Sends the process and all it started a signal of that name, such as STOP. */
    void signal(String name) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .forEach(each -> command.add(Long.toString(each.pid())));
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException("kill ended with " + status);
        }
    }

    /** SIGTERM; does not wait. */
    void terminate() {
        process.destroy();
    }

    /** SIGTERM, and SIGKILL to what is still there after the deadline; returns when all are gone. */
    void stop(Duration deadline) throws InterruptedException {
        List<ProcessHandle> started = process.descendants().toList();
        terminate();
        if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
        }
        killAll(started);
    }

    private static void killAll(List<ProcessHandle> handles) {
        handles.forEach(ProcessHandle::destroyForcibly);
        // bounded, because an orphan nobody reaps never counts as gone
        handles.forEach(handle ->
                handle.onExit().completeOnTimeout(handle, 5, TimeUnit.SECONDS).join());
    }

    /** The last lines of the log, for the message of a failure. */
    String logTail() {
        try {
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }
}
