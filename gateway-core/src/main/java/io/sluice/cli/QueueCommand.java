package io.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice queue}: looks at the queues of a running gateway, and handles their dead letters. */
@Command(
        name = "queue",
        description = "Looks at the queues of a running gateway, and handles their dead letters.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class QueueCommand implements Runnable {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");
    private static final long EVERY_MILLIS = 500;
    private static final long LETTERS_AT_ONCE = 1_000;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "name one of the commands list, stats, peek, replay, purge," + " drain, resume");
    }

    @Command(name = "list", description = "Lists the queues.", mixinStandardHelpOptions = true)
    int list(@Mixin AdminOption admin, @Mixin AdminCredentials credentials) throws IOException, InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("QUEUE", "CLUSTER", "RECORDS", "BYTES", "OLDEST", "DEAD LETTERS", "STATE"));
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            for (JsonNode queue : calls.get("/queues").path("queues")) {
                JsonNode age = queue.path("oldest_seconds");
                rows.add(List.of(
                        queue.path("name").asText(),
                        queue.path("cluster").asText(),
                        queue.path("records").asText(),
                        queue.path("bytes").asText(),
                        age.isNull() ? "-" : age.asText() + " s",
                        queue.path("dead_letters").asText(),
                        state(queue)));
            }
        }
        Columns.align(rows).forEach(out()::println);
        return ExitCode.OK;
    }

    private static String state(JsonNode queue) {
        if (!queue.path("failure").isNull()) {
            return "failed: " + queue.path("failure").asText();
        }
        if (!queue.path("failed_lanes").isEmpty()) {
            return "lanes stand still: "
                    + queue.path("failed_lanes").elements().next().asText();
        }
        String state = intake(queue);
        // A gateway of an older version does not say it.
        JsonNode problem = queue.path("trouble").isTextual() ? queue.path("trouble") : queue.path("problem");
        return problem.isNull() ? state : state + ", tries again: " + problem.asText();
    }

    /** Whether a queue takes writes, and whether something is left in one that takes none. */
    static String intake(JsonNode queue) {
        if (queue.path("accepting").asBoolean()) {
            return "ok";
        }
        return queue.path("drained").asBoolean() ? "drained" : "draining";
    }

    /** Whether the queue failed or has lanes that did, so that it does not go on by itself. */
    private static boolean isStill(JsonNode queue) {
        return queue.path("failure").isTextual() || !queue.path("failed_lanes").isEmpty();
    }

    @Command(
            name = "stats",
            description = "Shows one queue; ends with 1 if it needs help.",
            mixinStandardHelpOptions = true)
    int stats(
            @Parameters(paramLabel = "NAME") String name, @Mixin AdminOption admin, @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            JsonNode queue = queue(calls, name);
            List<List<String>> rows = new ArrayList<>();
            queue.properties()
                    .forEach(member -> rows.add(List.of(
                            member.getKey(),
                            member.getValue().isContainerNode()
                                    ? member.getValue().toString()
                                    : member.getValue().asText())));
            Columns.align(rows).forEach(out()::println);
            return isStill(queue) ? ExitCode.FAILED : ExitCode.OK;
        }
    }

    /** What the gateway says of a queue. */
    private JsonNode queue(AdminCalls calls, String name) throws IOException, InterruptedException {
        if (!NAME.matcher(name).matches()) {
            throw new ParameterException(spec.commandLine(), "no queue has the name '" + name + "'");
        }
        for (JsonNode queue : calls.get("/queues").path("queues")) {
            if (queue.path("name").asText().equals(name)) {
                return queue;
            }
        }
        throw new IOException("the gateway has no queue '" + name + "'");
    }

    @Command(
            name = "peek",
            description = "Prints the oldest dead letters, one JSON object a line. They stay.",
            mixinStandardHelpOptions = true)
    int peek(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--size", defaultValue = "20", description = "how many (${DEFAULT-VALUE})") int size,
            @Mixin AdminOption admin,
            @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            queue(calls, name);
            JsonNode page = calls.getLong(page(name, "dead") + "?size=" + size);
            JsonNode letters = page.path("letters");
            letters.forEach(letter -> out().println(letter));
            if (letters.size() < size && page.path("more").asBoolean()) {
                spec.commandLine()
                        .getErr()
                        .println("there are more dead letters: those that are printed are all that a page takes");
            }
        }
        return ExitCode.OK;
    }

    @Command(
            name = "replay",
            description = "Sends dead letters once more, the oldest first, behind what the queue holds.",
            mixinStandardHelpOptions = true)
    int replay(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--size", description = "how many; all that there are if it is left out") @Nullable Long size,
            @Mixin AdminOption admin,
            @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            return take(calls, name, "replay", "replayed", size);
        }
    }

    @Command(
            name = "purge",
            description = "Drops dead letters for good, the oldest first.",
            mixinStandardHelpOptions = true)
    int purge(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--size", description = "how many; all that there are if it is left out") @Nullable Long size,
            @Mixin AdminOption admin,
            @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            return take(calls, name, "purge", "purged", size);
        }
    }

    // What is replayed may become a dead letter again: those that are there now are meant.
    private int take(AdminCalls calls, String name, String what, String done, @Nullable Long size)
            throws IOException, InterruptedException {
        if (size != null && size < 1) {
            throw new ParameterException(spec.commandLine(), "--size is at least 1");
        }
        long there = queue(calls, name).path("dead_letters").asLong();
        if (there < 0) {
            throw new IOException("the gateway does not know yet how many dead letters there are; try again");
        }
        long wanted = size == null ? there : Math.min(size, there);
        long taken = 0;
        boolean more = wanted > 0;
        String problem = "";
        while (more) {
            long part = Math.min(LETTERS_AT_ONCE, wanted - taken);
            try {
                JsonNode answer = calls.post(page(name, what) + "?size=" + part);
                taken += answer.path(done).asLong();
                problem = problem(answer, done);
                more = problem.isEmpty() && answer.path(done).asLong() > 0 && taken < wanted;
            } catch (AdminCalls.RefusedException e) {
                problem = "no more were " + done + ": " + e.getMessage();
                more = false;
            } catch (IOException e) {
                problem = "up to " + part + " more may have been " + done + ": " + e.getMessage();
                more = false;
            }
        }
        out().println(done + " " + taken);
        if (!problem.isEmpty()) {
            spec.commandLine().getErr().println(problem);
        }
        return problem.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static String problem(JsonNode answer, String done) {
        JsonNode problem = answer.path("problem");
        if (!problem.isTextual()) {
            return "";
        }
        long unknown = answer.path("unknown").asLong();
        String surely =
                unknown == 0 ? "no more were " : unknown + " may have been, and is still a dead letter; no more were ";
        return surely + done + ": " + problem.asText();
    }

    @Command(
            name = "drain",
            description = {
                "Lets a queue take no writes (clients get 429), and waits until all that it holds was sent.",
                "Ends with 1 if it has dead letters then, takes writes again meanwhile, or cannot go on.",
                "sluice queue resume lets it take writes again."
            },
            mixinStandardHelpOptions = true)
    int drain(
            @Parameters(paramLabel = "NAME") String name, @Mixin AdminOption admin, @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            queue(calls, name);
            JsonNode queue = calls.post(page(name, "drain"));
            while (!isDrained(queue, name)) {
                Thread.sleep(EVERY_MILLIS);
                queue = queue(calls, name);
            }
            long letters = queue.path("dead_letters").asLong();
            if (letters > 0) {
                throw new IOException("queue " + name + " takes nothing and has sent all else, but has " + letters
                        + " dead letters: replay them after sluice queue resume " + name
                        + ", or drop them with sluice queue purge " + name);
            }
        }
        out().println("queue " + name + " is empty and takes nothing");
        return ExitCode.OK;
    }

    private static boolean isDrained(JsonNode queue, String name) throws IOException {
        if (queue.path("accepting").asBoolean()) {
            throw new IOException("queue " + name + " takes writes again: it was resumed or its gateway restarted");
        }
        JsonNode failure = queue.path("failure");
        if (failure.isTextual() && queue.path("records").asLong() == 0) {
            throw new IOException("nobody knows what queue " + name + " holds: " + failure.asText());
        }
        if (isStill(queue)) {
            throw new IOException("queue " + name + " takes nothing, but what it holds is not sent until the gateway is"
                    + " started anew: " + state(queue));
        }
        // Less than 0 means that the engine does not know yet.
        return queue.path("drained").asBoolean() && queue.path("dead_letters").asLong() >= 0;
    }

    @Command(name = "resume", description = "Lets a queue take writes again.", mixinStandardHelpOptions = true)
    int resume(
            @Parameters(paramLabel = "NAME") String name, @Mixin AdminOption admin, @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            queue(calls, name);
            calls.post(page(name, "resume"));
        }
        out().println("queue " + name + " takes writes");
        return ExitCode.OK;
    }

    private static String page(String name, String what) {
        return "/queues/" + name + "/" + what;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
