package io.sluice.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.recording.RecordedExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Recordings that the test wrote itself, sent to a server in memory. */
class ReplayTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant NOW = Instant.parse("2026-11-27T01:02:03Z");
    private static final long PATIENCE_SECONDS = 60;

    /** A request as the server saw it. */
    private record Seen(String line, String body, String tenant, String authorization, long nanos) {}

    /** What the server does before it answers. */
    private interface Before {
        void answer(String target) throws InterruptedException;
    }

    @TempDir
    Path directory;

    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private HttpServer server;
    private volatile Before before = target -> {};
    private volatile int status = 200;
    private volatile String answer = "{\"n\":1,\"took\":5}";
    private ReplayPlan.Compared compared = ReplayPlan.Compared.STATUS;
    private Map<String, String> tenants = Map.of();
    private List<RecordedExchange.Field> headers = List.of();
    private int connections = 8;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        long now = System.nanoTime();
        String target = exchange.getRequestURI().toString();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        seen.add(new Seen(
                exchange.getRequestMethod() + " " + target,
                body,
                exchange.getRequestHeaders().getFirst("X-Tenant"),
                exchange.getRequestHeaders().getFirst("Authorization"),
                now));
        try {
            before.answer(target);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private static ObjectNode line(int beganMillis, int tookMillis, String connection, String target) {
        ObjectNode line = JSON.createObjectNode();
        line.put("began", NOW.plusMillis(beganMillis).toString());
        line.put("took_nanos", tookMillis * 1_000_000L).put("connection", connection);
        line.put("method", "POST").put("target", target);
        ArrayNode headers = line.putArray("headers");
        headers.addArray().add("Content-Type").add("application/json");
        return line.put("body", "{\"q\":\"" + target + "\"}").put("status", 200);
    }

    private Path file(ObjectNode... lines) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (ObjectNode line : lines) {
            try (GZIPOutputStream out = new GZIPOutputStream(content)) {
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        Path file = directory.resolve("f" + files.size() + ".ndjson.gz");
        Files.write(file, content.toByteArray());
        files.add(file);
        return file;
    }

    private ReplayResult replay(double speed) throws InterruptedException {
        return new Replay(plan(speed), List.of("ignored")).run(ended -> {});
    }

    private ReplayPlan plan(double speed) {
        return new ReplayPlan(
                files,
                server.getAddress(),
                speed,
                tenants,
                "X-Tenant",
                headers,
                connections,
                Duration.ofSeconds(PATIENCE_SECONDS),
                compared);
    }

    private List<String> lines() {
        return seen.stream().map(Seen::line).toList();
    }

    @Test
    void sendsEachRequestAsItWas() throws Exception {
        headers = List.of(new RecordedExchange.Field("Authorization", "Basic Zm9v"));
        file(
                line(0, 1, "a", "/logs/_search?q=x%20y"),
                line(5, 1, "b", "/logs/_doc/1").put("method", "PUT"));

        ReplayResult result = replay(0);

        assertThat(lines()).containsExactlyInAnyOrder("POST /logs/_search?q=x%20y", "PUT /logs/_doc/1");
        assertThat(seen).allMatch(one -> one.authorization().equals("Basic Zm9v"));
        assertThat(seen.stream().map(Seen::body))
                .containsExactlyInAnyOrder("{\"q\":\"/logs/_search?q=x%20y\"}", "{\"q\":\"/logs/_doc/1\"}");
        assertThat(result.isSame()).isTrue();
        assertThat(result.load().recorder().requests()).isEqualTo(2);
        assertThat(result.load().recorder().byName()).containsOnlyKeys("post _search", "put _doc");
    }

    @Test
    void isNeverAheadOfItsPace() throws Exception {
        file(line(0, 1, "a", "/1"), line(600, 1, "b", "/2"));

        long began = System.nanoTime();
        replay(1);
        long atOwnPace = seen.get(1).nanos() - began;
        seen.clear();
        began = System.nanoTime();
        replay(3);

        assertThat(atOwnPace).isGreaterThanOrEqualTo(Duration.ofMillis(600).toNanos());
        assertThat(seen.get(1).nanos() - began)
                .isGreaterThanOrEqualTo(Duration.ofMillis(200).toNanos());
    }

    @Test
    void countsLatencyFromWhenARequestWasDue() throws Exception {
        connections = 1;
        before = target -> Thread.sleep(400);
        file(line(0, 1, "a", "/1"), line(1, 1, "b", "/2"), line(2, 1, "c", "/3"));

        ReplayResult result = replay(1);

        assertThat(result.load().recorder().latency().getMaxValue())
                .isGreaterThanOrEqualTo(Duration.ofMillis(1_150).toNanos());
        assertThat(result.load().recorder().service().getMinValue())
                .isGreaterThanOrEqualTo(Duration.ofMillis(395).toNanos());
    }

    @Test
    void sendsWhatFollowedAnAnswerOnlyAfterIt() throws Exception {
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        before = target -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            Thread.sleep(5);
            underWay.decrementAndGet();
        };
        ObjectNode[] lines = new ObjectNode[20];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = line(10 * i, 9, "a", "/" + i);
        }
        file(lines);

        replay(0);

        assertThat(most.get()).isEqualTo(1);
        assertThat(lines()).hasSize(20).startsWith("POST /0", "POST /1").endsWith("POST /18", "POST /19");
    }

    /** Each waits until all are there. */
    private void meet(int count) {
        CountDownLatch all = new CountDownLatch(count);
        before = target -> {
            all.countDown();
            assertThat(all.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        };
    }

    @Test
    void sendsRequestsOfSeveralConnectionsAtTheSameTime() throws Exception {
        meet(2);
        file(line(0, 1, "a", "/1"), line(5, 1, "b", "/2"));

        assertThat(replay(0).isSame()).isTrue();
    }

    @Test
    void sendsRequestsOfOneConnectionAtTheSameTimeThatWereUnderWayAtTheSameTime() throws Exception {
        meet(2);
        file(line(0, 10, "a", "/1"), line(5, 10, "a", "/2"));

        assertThat(replay(0).isSame()).isTrue();
    }

    @Test
    void sendsInTheOrderOfBeginningsWhateverTheOrderOfLinesAndFiles() throws Exception {
        connections = 1;
        file(line(20, 1, "a", "/3"), line(0, 100, "b", "/1"));
        file(line(10, 1, "c", "/2"), line(30, 1, "d", "/4"));

        replay(0);

        assertThat(lines()).containsExactly("POST /1", "POST /2", "POST /3", "POST /4");
    }

    /** So many as one looked ahead before. */
    @Test
    void sendsFirstWhatBeganFirstThoughItTookLong() throws Exception {
        connections = 1;
        ObjectNode[] lines = new ObjectNode[5_001];
        for (int i = 0; i < lines.length - 1; i++) {
            lines[i] = line(1 + i, 1, "a", "/short");
        }
        lines[lines.length - 1] = line(0, 60_000, "b", "/long");
        file(lines);

        ReplayResult result = replay(0);

        assertThat(lines().getFirst()).isEqualTo("POST /long");
        assertThat(result.comparison()).doesNotContain("sent late");
    }

    @Test
    void countsWhatWasReadTooLateToBeSentInOrder() throws Exception {
        file(line(10, 1, "a", "/1"), line(20, 1, "a", "/2"), line(30, 1, "a", "/3"), line(0, 60_000, "b", "/long"));
        List<String> given = new ArrayList<>();

        try (ReplaySource source = new ReplaySource(plan(0), 2)) {
            while (!source.isOver()) {
                ReplayRequest next = source.poll();
                if (next != null) {
                    given.add(next.recorded().target() + " " + next.dueNanos() / 1_000_000);
                    next.wire().release();
                }
            }

            assertThat(given).containsExactly("/1 0", "/2 10", "/long 10", "/3 20");
            assertThat(source.late()).isEqualTo(1);
        }
    }

    @Test
    void saysWhichStatusesDiffer() throws Exception {
        file(
                line(0, 1, "a", "/1"),
                line(1, 1, "b", "/2").put("status", 404),
                line(2, 1, "c", "/3").put("status", 0));
        status = 404;

        ReplayResult result = replay(0);

        assertThat(result.isSame()).isFalse();
        assertThat(result.comparison())
                .contains("2 as recorded or not compared, 1 otherwise")
                .contains("200 became 404: 1")
                .contains("POST /1 of 2026-11-27T01:02:03Z: status 200 became 404");
        compared = ReplayPlan.Compared.NOTHING;
        assertThat(replay(0).isSame()).isTrue();
    }

    @Test
    void comparesBodiesWhereThatIsAsked() throws Exception {
        compared = ReplayPlan.Compared.BODY;
        file(
                line(0, 1, "a", "/1").put("answer_coding", "").put("answer", "{\"took\":7,\"n\":1,\"ignored\":3}"),
                line(1, 1, "b", "/2").put("answer_coding", "").put("answer", "{\"n\":2}"),
                line(2, 1, "c", "/3"));

        ReplayResult result = replay(0);

        assertThat(result.isSame()).isFalse();
        assertThat(result.comparison())
                .contains("bodies: 1 alike, 1 different, 0 not compared")
                .contains("POST /2 of 2026-11-27T01:02:03.001Z: /n");
    }

    @Test
    void sendsRequestsOfOneTenantAsThoseOfAnother() throws Exception {
        tenants = Map.of("acme", "globex");
        ObjectNode told = line(0, 1, "a", "/1").put("tenant", "acme");
        ObjectNode said = line(1, 1, "b", "/2");
        ((ArrayNode) said.path("headers")).addArray().add("x-tenant").add("acme");
        ObjectNode other = line(2, 1, "c", "/3");
        ((ArrayNode) other.path("headers")).addArray().add("x-tenant").add("initech");
        file(told, said, other);

        replay(0);

        assertThat(seen.stream().map(Seen::tenant)).containsExactlyInAnyOrder("globex", "globex", "initech");
    }

    @Test
    void doesNotSendWhatGoesOnWithSomethingOfTheRecordedCluster() throws Exception {
        file(line(0, 1, "a", "/_search/scroll"), line(0, 1, "a", "/logs/_search?scroll=5m"), line(1, 1, "b", "/2"));

        ReplayResult result = replay(0);

        assertThat(lines()).containsExactly("POST /2");
        assertThat(result.comparison()).contains("not sent: 2 that go on with a scroll");
    }

    @Test
    void saysWhereAFileIsCutOffAndSendsWhatIsWhole() throws Exception {
        Path file = file(line(0, 1, "a", "/1"));
        int whole = (int) Files.size(file);
        Path torn = file(line(0, 1, "a", "/1"), line(1, 1, "b", "/2"));
        Files.write(torn, Arrays.copyOf(Files.readAllBytes(torn), whole + 20));
        files.remove(file);

        ReplayResult result = replay(0);

        assertThat(lines()).containsExactly("POST /1");
        assertThat(result.isSame()).isFalse();
        assertThat(result.problems()).singleElement().asString().contains(torn + " is cut off at byte " + whole);
    }

    @ParameterizedTest
    @EnumSource(ReplayPlan.Compared.class)
    void requestsThatNobodyAnswersAreToldWhateverIsCompared(ReplayPlan.Compared what) throws Exception {
        compared = what;
        file(line(0, 1, "a", "/1"));
        server.stop(0);

        ReplayResult result = replay(0);

        assertThat(result.isSame()).isFalse();
        assertThat(result.comparison()).contains("200 became no answer: 1");
    }

    @Test
    void sendsNoHeaderThatWouldBeSeveralLines() throws Exception {
        ObjectNode line = line(0, 1, "a", "/1");
        ((ArrayNode) line.path("headers")).addArray().add("X-Two").add("a\r\nX-Injected: b");
        file(line);

        ReplayResult result = replay(0);

        assertThat(seen).isEmpty();
        assertThat(result.isSame()).isFalse();
        assertThat(result.comparison()).contains("not sent: 1 whose method, target or headers cannot be sent");
    }

    @Test
    void passesOverRequestsThatCannotBeSent() throws Exception {
        file(
                line(0, 1, "a", "/1").put("method", "M-SEARCH"),
                line(1, 1, "b", "/2").put("method", "get"),
                line(2, 1, "c", "/with space"),
                line(3, 1, "d", "/4"));

        ReplayResult result = replay(0);

        assertThat(lines()).containsExactly("POST /4");
        assertThat(result.problems()).isEmpty();
        assertThat(result.comparison()).contains("not sent: 3 whose method, target or headers cannot be sent");
        assertThat(result.isSame()).isFalse();
    }

    @Test
    void sendsTheBytesOfHeadersAsTheyWere() throws Exception {
        ObjectNode line = line(0, 1, "a", "/1");
        ((ArrayNode) line.path("headers")).addArray().add("X-Tenant").add("caf\u00e9");
        headers = List.of(new RecordedExchange.Field("Authorization", "caf\u00e9"));
        file(line);

        replay(0);

        assertThat(seen.getFirst().tenant()).isEqualTo("caf\u00e9");
        assertThat(seen.getFirst().authorization()).isEqualTo("caf\u00c3\u00a9");
    }
}
