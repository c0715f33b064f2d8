package io.sluice.bench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.result.LoadJson;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.result.LoadTable;
import io.sluice.bench.load.result.Outcome;
import io.sluice.bench.load.result.Recorder;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.load.scenario.ScenarioReader;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.stub.StubOptions;
import io.sluice.bench.stub.StubServer;
import io.sluice.bench.stub.fault.Fault;
import io.sluice.bench.stub.fault.FaultKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LoadRunTest {
    private static final Scenario BULK = ScenarioReader.parse("""
            name: bulk
            prepared: 4
            variables: { id: { type: uuid } }
            requests:
              - path: /logs/_bulk
                lines:
                  count: 50
                  template: |
                    {"index":{"_id":"${id}"}}
                    {"a":1}
            """);
    private static final Scenario GET = ScenarioReader.parse("{name: get, requests: [{path: /logs/_doc/1}]}");

    private StubServer stub;

    @BeforeEach
    void start() throws InterruptedException {
        stub = StubServer.start(StubOptions.local(1, List.of("logs"), 1));
    }

    @AfterEach
    void stop() {
        stub.close();
    }

    @Test
    void countsTheDocumentsThatTheServerCounted() throws InterruptedException {
        Recorder recorder = run(BULK, count(200)).recorder();

        assertThat(recorder.count(Outcome.Kind.SUCCESS))
                .isEqualTo(recorder.requests())
                .isGreaterThanOrEqualTo(200);
        assertThat(recorder.items().succeeded())
                .isEqualTo(stub.cluster().nodes().get(0).counters().documents().sum());
    }

    /** What comes between the last of them and the end would count for a time in which nothing is measured. */
    @Test
    void sendsNothingMoreOnceThereWereEnough() throws InterruptedException {
        LoadResult result = run(GET, count(200));

        assertThat(result.recorder().requests()).isBetween(200L, 208L);
    }

    @Test
    void doesNotCallABulkWithRejectedItemsASuccess() throws InterruptedException {
        stub.faults().add(new Fault(FaultKind.ITEM_429, 1, 3, null, null, Fault.Pace.DEFAULT));

        Recorder recorder = run(BULK, count(20)).recorder();

        assertThat(recorder.items().rejected()).isEqualTo(3);
        assertThat(recorder.count(Outcome.Kind.ITEMS)).isPositive();
        assertThat(recorder.statuses().byStatus()).containsOnlyKeys(200);
    }

    @Test
    void countsStatusesAndBrokenConnectionsAndGoesOn() throws InterruptedException {
        stub.faults().add(new Fault(FaultKind.STATUS_503, 1, 5, null, null, Fault.Pace.DEFAULT));
        stub.faults().add(new Fault(FaultKind.RESET_ANSWER, 1, 4, null, null, Fault.Pace.DEFAULT));

        Recorder recorder = run(GET, count(100)).recorder();

        assertThat(recorder.count(Outcome.Kind.STATUS)).isEqualTo(5);
        assertThat(recorder.count(Outcome.Kind.CONNECTION)).isEqualTo(4);
        assertThat(recorder.count(Outcome.Kind.SUCCESS)).isGreaterThanOrEqualTo(91);
    }

    @Test
    void checksWhatAnAnswerMustBe() throws InterruptedException {
        Scenario scenario = ScenarioReader.parse("""
                name: expectations
                requests:
                  - { name: good, path: /logs/_count, expect: { json: { /count: "10000" }, header: { X-elastic-product: Elasticsearch } } }
                  - { name: bad, path: /logs/_count, expect: { json: { /count: "1" } } }
                  - { name: missing, path: /none, expect: { status: [404] } }
                  - { name: head, method: HEAD, path: /logs/_doc/1 }
                """);

        Recorder recorder = run(scenario, count(200)).recorder();

        assertThat(recorder.byName()).containsOnlyKeys("good", "bad", "missing", "head");
        assertThat(recorder.count(Outcome.Kind.EXPECTATION))
                .isEqualTo(recorder.byName().get("bad").getTotalCount());
        assertThat(recorder.count(Outcome.Kind.SUCCESS) + recorder.count(Outcome.Kind.EXPECTATION))
                .isEqualTo(recorder.requests());
    }

    @Test
    void makesFreshRequestsThatNeverRepeat() throws InterruptedException {
        Scenario scenario = ScenarioReader.parse(
                "{name: fresh, fresh: true, variables: {n: {type: sequence}}, requests: [{path: '/new-${n}/_bulk',"
                        + " body: \"{\\\"index\\\":{}}\\n{}\\n\"}]}");

        Recorder recorder = run(scenario, count(50)).recorder();

        assertThat(recorder.count(Outcome.Kind.SUCCESS)).isEqualTo(recorder.requests());
        assertThat(stub.cluster().indices().all()).hasSizeGreaterThanOrEqualTo(50);
    }

    @Test
    void reportsTheSameFiguresAsTableAndAsJson() throws InterruptedException {
        LoadResult result = run(BULK, count(50));

        assertThat(LoadTable.of(result)).contains("success " + result.recorder().requests(), "from the intended start");
        assertThat(LoadJson.of(result).path("requests").asLong())
                .isEqualTo(result.recorder().requests());
        assertThat(LoadJson.of(result).at("/latency/max").asLong()).isPositive();
    }

    @Test
    void reportsWhatAStubUsedBesideTheResult() throws InterruptedException {
        StubProbe probe = StubProbe.of(stub.cluster().nodes().get(0).address());
        LoadOptions options = count(50);
        try (RequestSource source = RequestSource.of(BULK, "x");
                LoadRun run = new LoadRun(BULK, source, options, probe)) {
            LoadResult result = run.run(progress -> {});

            assertThat(result.stub()).isNotNull().satisfies(stub -> {
                assertThat(stub.threads()).isEqualTo(1);
                assertThat(stub.seconds()).isPositive();
                assertThat(stub.cpuSeconds()).isNotNegative();
            });
            assertThat(LoadTable.of(result)).containsPattern("stub: .* cores of 1, .* a request, .* a document");
            assertThat(LoadJson.of(result).at("/stub/threads").asInt()).isEqualTo(1);
        }
    }

    @Test
    void doesNotTakeAnotherServerForAStub() throws Exception {
        try (StallingServer server = new StallingServer(0)) {
            assertThat(StubProbe.of(server.address())).isNull();
        }
        assertThat(StubProbe.of(Addresses.free())).isNull();
    }

    @Test
    void anOpenLoopCountsTheWaitThatAStallCausesForRequestsNotYetSent() throws Exception {
        // Given a server that answers at once, except that it once stops for 600 ms
        try (StallingServer server = new StallingServer(600)) {
            LoadOptions options = LoadOptions.open(
                    server.address(), 1, Arrivals.parse("200", false), Duration.ZERO, Duration.ofMillis(1500));

            // When requests are due every 5 ms
            Recorder recorder = run(GET, options).recorder();

            // Then those that came due during the stall have waited too, though only one was under way
            assertThat(recorder.requests()).isEqualTo(300);
            assertThat(recorder.latency().getCountBetweenValues(millis(100), millis(60_000)))
                    .isGreaterThan(80);
            assertThat(recorder.service().getCountBetweenValues(millis(500), millis(60_000)))
                    .isLessThan(5);
        }
    }

    @Test
    void reportsRequestsThatATargetNeverAnswered() throws InterruptedException {
        InetSocketAddress nobody = Addresses.free();

        Recorder recorder = run(GET, LoadOptions.closed(nobody, 2, Duration.ZERO, Duration.ofMillis(300)))
                .recorder();

        assertThat(recorder.requests()).isPositive().isEqualTo(recorder.count(Outcome.Kind.CONNECTION));
    }

    @Test
    void sendsPipelinedRequestsBeforeTheirAnswersAndCountsEachOnce() throws Exception {
        // Given a server that answers nothing until three requests have come
        try (PipelineServer server = new PipelineServer(3, Integer.MAX_VALUE)) {
            Recorder recorder = run(GET, pipelined(server.address(), 3)).recorder();

            assertThat(recorder.requests())
                    .isGreaterThanOrEqualTo(30)
                    .isEqualTo(recorder.count(Outcome.Kind.SUCCESS))
                    .isLessThanOrEqualTo(server.answered());
        }
    }

    @Test
    void losesAllThatIsUnderWayWithAConnection() throws Exception {
        // Given a server that hangs up on each connection after six answers
        try (PipelineServer server = new PipelineServer(3, 6)) {
            Recorder recorder = run(GET, pipelined(server.address(), 3)).recorder();

            // Then three were under way each time, but for the last, when the run may have ended
            assertThat(recorder.count(Outcome.Kind.SUCCESS)).isGreaterThanOrEqualTo(6);
            assertThat(server.hangUps()).isPositive();
            assertThat(recorder.count(Outcome.Kind.CONNECTION))
                    .isBetween(3L * (server.hangUps() - 1), 3L * server.hangUps());
        }
    }

    @Test
    void pipelinesBulksWithoutMixingTheirAnswersUp() throws InterruptedException {
        InetSocketAddress target = stub.cluster().nodes().get(0).address();

        Recorder recorder = run(BULK, pipelined(target, 4)).recorder();

        assertThat(recorder.count(Outcome.Kind.SUCCESS)).isEqualTo(recorder.requests());
        assertThat(recorder.items().succeeded()).isEqualTo(50 * recorder.requests());
    }

    private static LoadOptions pipelined(InetSocketAddress target, int requests) {
        return new LoadOptions(
                List.of(target),
                1,
                requests,
                1,
                null,
                Duration.ZERO,
                Duration.ofSeconds(30),
                30,
                Duration.ofSeconds(20));
    }

    private LoadOptions count(long requests) {
        InetSocketAddress target = stub.cluster().nodes().get(0).address();
        return new LoadOptions(
                List.of(target),
                4,
                1,
                2,
                null,
                Duration.ZERO,
                Duration.ofSeconds(30),
                requests,
                Duration.ofSeconds(20));
    }

    private static LoadResult run(Scenario scenario, LoadOptions options) throws InterruptedException {
        try (RequestSource source = RequestSource.of(
                        scenario, Addresses.text(options.targets().get(0)));
                LoadRun run = new LoadRun(scenario, source, options)) {
            return run.run(progress -> {});
        }
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Answers nothing until so many requests have come over a connection; hangs up instead of answering more than so many. */
    private static final class PipelineServer implements AutoCloseable {
        private static final byte[] ANSWER =
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

        private final ServerSocket socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        private final AtomicInteger answered = new AtomicInteger();
        private final AtomicInteger hangUps = new AtomicInteger();
        private final int first;
        private final int most;

        PipelineServer(int first, int most) throws IOException {
            this.first = first;
            this.most = most;
            Thread.ofPlatform().daemon().start(this::serve);
        }

        InetSocketAddress address() {
            return (InetSocketAddress) socket.getLocalSocketAddress();
        }

        int answered() {
            return answered.get();
        }

        int hangUps() {
            return hangUps.get();
        }

        private void serve() {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    serve(client);
                } catch (IOException clientGone) {
                    // the next one
                }
            }
        }

        private void serve(Socket client) throws IOException {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            int requests = 0;
            int served = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                requests += line.isEmpty() ? 1 : 0;
                for (; requests >= first && served < requests; served++) {
                    if (served == most) {
                        hangUps.incrementAndGet();
                        return;
                    }
                    answered.incrementAndGet();
                    client.getOutputStream().write(ANSWER);
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** Serves one connection with empty answers; stops once, before the tenth. */
    private static final class StallingServer implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        private final long stallMillis;

        StallingServer(long stallMillis) throws IOException {
            this.stallMillis = stallMillis;
            Thread.ofPlatform().daemon().start(this::serve);
        }

        InetSocketAddress address() {
            return (InetSocketAddress) socket.getLocalSocketAddress();
        }

        private void serve() {
            try (Socket client = socket.accept()) {
                OutputStream out = client.getOutputStream();
                client.setTcpNoDelay(true);
                int newlines = 0;
                int served = 0;
                for (int b = client.getInputStream().read();
                        b >= 0;
                        b = client.getInputStream().read()) {
                    newlines = b == '\n' ? newlines + 1 : b == '\r' ? newlines : 0;
                    if (newlines == 2) {
                        if (++served == 10) {
                            new CountDownLatch(1).await(stallMillis, TimeUnit.MILLISECONDS);
                        }
                        out.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
