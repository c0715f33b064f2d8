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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class QueueCommandTest {
    private static final String QUEUE =
            "{\"name\":\"ingest\",\"cluster\":\"primary\",\"accepting\":%b,\"drained\":%b,\"records\":%d,"
                    + "\"bytes\":4096,\"oldest_seconds\":7,\"dead_letters\":%d,\"problem\":%s,\"failure\":%s,\"failed_lanes\":%s}";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> replays = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private volatile int records = 3;
    private volatile boolean accepting = true;
    /** How many more times the queue is not drained though it holds nothing. */
    private volatile int keeping;

    private volatile boolean resumed;
    private volatile int letters = 1_500;
    private volatile String problem = "null";
    private volatile String failure = "null";
    private volatile String failedLanes = "{}";
    private volatile int failed = 503;

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/queues", exchange -> {
            String target = exchange.getRequestURI().toString();
            asked.add(exchange.getRequestMethod() + " " + target);
            String text = answer(target);
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(text.startsWith("{\"error") ? failed : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private String answer(String target) {
        if (target.equals("/queues")) {
            int now = records;
            records = Math.max(0, now - 1);
            boolean drained = !accepting && now == 0 && keeping-- <= 0;
            accepting |= resumed && now == 1;
            return "{\"queues\":[" + QUEUE.formatted(accepting, drained, now, letters, problem, failure, failedLanes)
                    + "]}";
        }
        String size = target.contains("=") ? target.substring(target.indexOf('=') + 1) : "0";
        if (target.startsWith("/queues/ingest/replay")) {
            return replays.isEmpty() ? "{\"replayed\":" + size + "}" : replays.removeFirst();
        }
        accepting = !target.endsWith("/drain");
        return "{\"letters\":[{\"status\":400}],\"more\":true,\"accepting\":" + accepting
                + ",\"drained\":false,\"records\":" + records + ",\"purged\":" + size + "}";
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int queue(String... more) {
        List<String> arguments = new ArrayList<>(List.of("queue"));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("--admin", url("http")));
        return run(arguments.toArray(String[]::new));
    }

    private String url(String scheme) {
        return scheme + "://127.0.0.1:" + server.getAddress().getPort();
    }

    private int run(String... all) {
        CommandLine sluice = Sluice.commandLine(all);
        sluice.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return sluice.execute(all);
    }

    @Test
    void listsQueues() {
        problem = "\"the cluster is away\"";

        assertThat(queue("list")).isZero();

        assertThat(out.toString().lines())
                .hasSize(2)
                .last()
                .asString()
                .matches("ingest +primary +3 +4096 +7 s +1500 +ok, tries again: the cluster is away");
    }

    @Test
    void saysWhenAQueueNeedsHelp() {
        failure = "\"segment 4 is damaged\"";

        assertThat(queue("stats", "ingest")).isEqualTo(1);

        assertThat(out.toString()).contains("segment 4 is damaged");
    }

    @Test
    void printsDeadLetters() {
        assertThat(queue("peek", "ingest", "--size", "5")).isZero();

        assertThat(out.toString().strip()).isEqualTo("{\"status\":400}");
        assertThat(err.toString()).contains("there are more dead letters");
        assertThat(asked).containsExactly("GET /queues", "GET /queues/ingest/dead?size=5");
    }

    @Test
    void replaysAndPurgesInParts() {
        assertThat(queue("replay", "ingest")).isZero();
        assertThat(queue("purge", "ingest", "--size", "3")).isZero();

        assertThat(out.toString().lines()).containsExactly("replayed 1500", "purged 3");
        assertThat(asked)
                .contains(
                        "POST /queues/ingest/replay?size=1000",
                        "POST /queues/ingest/replay?size=500",
                        "POST /queues/ingest/purge?size=3");
    }

    @Test
    void tellsWhatIsSurelyReplayedWhereAGatewayStopsInTheMiddle() {
        replays.add("{\"replayed\":1000}");
        replays.add("{\"replayed\":20,\"unknown\":1,\"problem\":\"Kafka is slow\"}");

        assertThat(queue("replay", "ingest")).isEqualTo(1);

        assertThat(out.toString()).isEqualTo("replayed 1020\n");
        assertThat(err.toString())
                .isEqualTo("1 may have been, and is still a dead letter; no more were replayed: Kafka is slow\n");
    }

    @Test
    void tellsWhatIsSurelyReplayedWhereAGatewayRefusesTheRest() {
        replays.add("{\"replayed\":1000}");
        replays.add("{\"error\":{\"reason\":\"the queue is full\"}}");

        assertThat(queue("replay", "ingest")).isEqualTo(1);

        assertThat(out.toString()).isEqualTo("replayed 1000\n");
        assertThat(err.toString()).startsWith("no more were replayed:").contains("the queue is full");
    }

    @Test
    void tellsThatMoreMayBeReplayedWhereAGatewayIsLateOrFails() {
        for (int status : new int[] {500, 504}) {
            failed = status;
            replays.add("{\"replayed\":1000}");
            replays.add("{\"error\":{\"reason\":\"it may still be carried out\"}}");

            assertThat(queue("replay", "ingest")).isEqualTo(1);
        }

        assertThat(out.toString().lines()).containsOnly("replayed 1000");
        assertThat(err.toString().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).startsWith("up to 500 more may have been replayed"));
    }

    @Test
    void refusesToTakeLessThanOne() {
        for (String command : List.of("replay", "purge")) {
            assertThat(queue(command, "ingest", "--size", "-5")).isEqualTo(2);
            assertThat(queue(command, "ingest", "--size", "0")).isEqualTo(2);
        }
        assertThat(asked).noneMatch(request -> request.startsWith("POST"));
    }

    @Test
    void drainsUntilNothingIsLeft() {
        letters = 0;

        assertThat(queue("drain", "ingest")).isZero();

        assertThat(records).isZero();
        assertThat(asked).startsWith("GET /queues", "POST /queues/ingest/drain");
        assertThat(queue("resume", "ingest")).isZero();
        assertThat(asked).last().isEqualTo("POST /queues/ingest/resume");
    }

    @Test
    void waitsForWritesThatAreBeingKeptWhenTheQueueIsDrained() {
        letters = 0;
        records = 0;
        keeping = 2;

        assertThat(queue("drain", "ingest")).isZero();

        assertThat(asked)
                .containsExactly(
                        "GET /queues", "POST /queues/ingest/drain", "GET /queues", "GET /queues", "GET /queues");
    }

    @Test
    void doesNotTakeAQueueForDrainedThatTakesWritesAgain() {
        letters = 0;
        resumed = true;

        assertThat(queue("drain", "ingest")).isEqualTo(1);

        assertThat(err.toString()).contains("queue ingest takes writes again");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void doesNotTakeAQueueForEmptyThatHasDeadLetters() {
        assertThat(queue("drain", "ingest")).isEqualTo(1);

        assertThat(err.toString()).contains("has 1500 dead letters", "sluice queue purge ingest");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void doesNotTakeAQueueForEmptyThatCannotBeRead() {
        letters = 0;
        records = 0;
        failure = "\"segment 3 is damaged\"";

        assertThat(queue("drain", "ingest")).isEqualTo(1);

        assertThat(err.toString()).contains("nobody knows what queue ingest holds: segment 3 is damaged");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void doesNotWaitForAQueueThatFailedWithRecords() {
        letters = 0;
        failure = "\"a sync failed\"";

        assertThat(queue("drain", "ingest")).isEqualTo(1);

        assertThat(err.toString())
                .contains("queue ingest takes nothing, but what it holds is not sent until the gateway is started anew:"
                        + " failed: a sync failed");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void doesNotWaitForLanesThatStandStill() {
        letters = 0;
        failedLanes = "{\"3\":\"a record cannot be read\"}";

        assertThat(queue("drain", "ingest")).isEqualTo(1);

        assertThat(err.toString()).contains("lanes stand still: a record cannot be read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stats", "peek", "replay", "purge", "drain", "resume"})
    void refusesNamesThatNoQueueHas(String command) {
        assertThat(queue(command, "../x")).isEqualTo(2);
        assertThat(queue(command, "other")).isEqualTo(1);
        assertThat(err.toString()).contains("no queue has the name '../x'", "the gateway has no queue 'other'");
        assertThat(asked).containsOnly("GET /queues");
    }

    @Test
    void asksBelowThePathOfTheEndpoint() {
        server.createContext("/sluice/queues", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            byte[] body = "{\"queues\":[]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        for (String path : List.of("/sluice", "/sluice/")) {
            assertThat(run("queue", "list", "--admin", url("http") + path)).isZero();
        }

        assertThat(asked).containsExactly("/sluice/queues", "/sluice/queues");
        assertThat(run("queue", "list", "--admin", url("http") + "//sluice")).isEqualTo(2);
    }

    @Test
    void speaksTlsToAnEndpointThatIsBehindIt() {
        server.stop(0);

        assertThat(run("queue", "list", "--admin", url("https"))).isEqualTo(1);
        assertThat(err.toString()).contains("no gateway answers at https://");
    }
}
