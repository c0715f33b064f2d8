package io.sluice.plugins.kafkaqueue;

import io.sluice.api.queue.RecordQueue;
import io.sluice.plugins.kafkaqueue.QueueRig.Got;
import io.sluice.plugins.kafkaqueue.QueueRig.TestContext;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The process of a gateway that appends and reads: the parent starts, asks and kills it, and has in its journal what it says. */
final class QueueChild implements AutoCloseable {

    private final Process process;
    private final Thread listening;
    private volatile int lanes;
    private volatile boolean quiet;

    private QueueChild(Process process, Journal journal) {
        this.process = process;
        this.listening = Thread.ofPlatform().daemon().start(() -> listen(journal));
    }

    /**
     * Starts a process.
     *
     * @param name unique among those of a queue
     */
    static QueueChild start(List<String> servers, String queue, String name, Journal journal) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), QueueChild.class.getName()));
        command.addAll(List.of(String.join(",", servers), queue, name));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new QueueChild(process, journal);
    }

    private void listen(Journal journal) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", 5);
                switch (words[0]) {
                    case "A" -> journal.decided(Integer.parseInt(words[1]), words[2], true);
                    case "F" -> journal.decided(Integer.parseInt(words[1]), words[2], false);
                    case "R" -> {
                        Got got = new Got(Long.parseLong(words[3]), words[4]);
                        journal.read(Integer.parseInt(words[1]), Long.parseLong(words[2]), got);
                    }
                    case "L" -> lanes = Integer.parseInt(words[1]);
                    case "Q" -> quiet = true;
                    default -> throw new IllegalArgumentException(line);
                }
            }
        } catch (IOException e) {
            // The process was killed.
        }
    }

    /** How many lanes it has. */
    int lanes() {
        return lanes;
    }

    /** Whether it appends no more, and all that it appended is decided. */
    boolean isQuiet() {
        return quiet;
    }

    /** SIGKILL; returns when all that it said is in the journal. */
    void kill() throws InterruptedException {
        // What the process wrote before it died is still to be read, which Process would prevent.
        process.toHandle().destroyForcibly();
        listening.join();
    }

    private void say(String word) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append(word).append('\n').flush();
    }

    /** Lets it append no more. */
    void beQuiet() throws IOException {
        say("quiet");
    }

    /** Lets it close its queue and end. */
    void leave() throws IOException, InterruptedException {
        say("leave");
        listening.join();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
        TestConfig config = new TestConfig(List.of(arguments[0].split(",")));
        RecordQueue queue = KafkaQueue.open(config.make(), new TestContext(arguments[1]), () -> {});
        List<Writer> writers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int lane = 0; lane < queue.lanes(); lane++) {
            Writer writer = new Writer(
                    queue,
                    lane,
                    arguments[2],
                    (number, text, kept) -> out.println((kept ? "A " : "F ") + number + " " + text));
            writers.add(writer);
            threads.add(Thread.ofPlatform().daemon().start(writer));
        }
        Follower follower = new Follower(
                (lane, got) ->
                        out.println("R " + lane + " " + System.nanoTime() + " " + got.position() + " " + got.text()),
                lanes -> out.println("L " + lanes));
        queue.consume(follower);
        serve(new Served(queue, follower), writers, threads, out);
    }

    private record Served(RecordQueue queue, Follower follower) {}

    private static void serve(Served served, List<Writer> writers, List<Thread> threads, PrintStream out)
            throws IOException, InterruptedException {
        BufferedReader words = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String word = words.readLine(); word != null; word = words.readLine()) {
            writers.forEach(Writer::stop);
            for (Thread thread : threads) {
                thread.join();
            }
            out.println("Q");
            if (word.equals("leave")) {
                served.follower().finish();
                served.queue().close();
                return;
            }
        }
    }
}
