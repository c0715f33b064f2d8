package io.sluice.bench.compare.collectors;

import io.sluice.bench.compare.StudyProgress;
import io.sluice.bench.load.engine.LoadOptions;
import io.sluice.bench.load.engine.LoadRun;
import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.result.Recorder;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.proxy.ProcStat;
import io.sluice.bench.proxy.Subject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * Starts the gateway again and again, without and with the cache of {@code sluice warm}, with its files in the system's memory
 * and, as far as the system lets go of them, without; then drives it at full speed and measures when it reaches its final
 * speed.
 */
final class StartRun {
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(90);
    private static final long POLL_MILLIS = 2;
    private static final long STOP_SECONDS = 10;
    private static final int CONNECTIONS = 16;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final byte[] REQUEST = "GET /test-10/_doc/1 HTTP/1.1\r\nHost: start\r\nConnection: close\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);

    private final Plan plan;
    private final HttpClient http;

    /**
     * How it is run.
     *
     * @param ramp driven after each start
     */
    record Plan(int rounds, Duration ramp, String heap, Path directory) {}

    /** A way to start. */
    record Way(Collector collector, boolean cache, boolean dropped) {
        String text() {
            return collector.label()
                    + (cache ? ", with the cache" : ", without a cache")
                    + (dropped ? ", files dropped" : ", files in memory");
        }
    }

    /**
     * One start.
     *
     * @param seconds from the start of the process to the end of the first relayed answer
     * @param cpuSeconds of the process until then
     * @param secondsToPeak from the first answer until it was at nine tenths of the speed that it had at the end of the ramp
     * @param resident share of the files' bytes that was in memory before the start; nothing where unknown
     */
    record Sample(double seconds, double cpuSeconds, double secondsToPeak, OptionalDouble resident) {}

    StartRun(Plan plan, HttpClient http) {
        this.plan = plan;
        this.http = http;
    }

    /** Each way once a round; blocks, and leaves nothing running. */
    Map<Way, List<Sample>> run(Map<Collector, GatewayHome> homes, StudyProgress progress)
            throws IOException, InterruptedException {
        Map<Way, List<Sample>> samples = new LinkedHashMap<>();
        try (Subject stub = StudyStub.start(http, Work.SMALL, plan.directory)) {
            for (GatewayHome home : homes.values()) {
                home.warm();
            }
            for (int round = 0; round < plan.rounds; round++) {
                for (Map.Entry<Collector, GatewayHome> one : homes.entrySet()) {
                    for (Way way : ways(one.getKey())) {
                        samples.computeIfAbsent(way, unused -> new ArrayList<>())
                                .add(start(way, one.getValue(), stub.address()));
                        progress.step(
                                plan.ramp.plus(TailRun.START),
                                "started %s, round %d of %d".formatted(way.text(), round + 1, plan.rounds));
                    }
                }
            }
        }
        return samples;
    }

    /** Dropped before kept, so that the kept have just been read. */
    static List<Way> ways(Collector collector) {
        return List.of(
                new Way(collector, false, true),
                new Way(collector, false, false),
                new Way(collector, true, true),
                new Way(collector, true, false));
    }

    private Sample start(Way way, GatewayHome home, InetSocketAddress stub) throws IOException, InterruptedException {
        InetSocketAddress listen = Addresses.free();
        Path config = Files.writeString(
                plan.directory.resolve("start.yml"),
                StartedGateway.filled(home, Work.SMALL, listen, Addresses.free(), stub));
        List<Path> files = home.files();
        if (way.dropped) {
            PageCache.drop(files);
        }
        OptionalDouble resident = PageCache.residentShare(files);
        long began = System.nanoTime();
        Process process = new ProcessBuilder(
                        home.command("-Xmx" + plan.heap, way.cache, "run", "--config", config.toString()))
                .redirectErrorStream(true)
                .redirectOutput(plan.directory.resolve("start.log").toFile())
                .start();
        try {
            while (!answers(listen)) {
                if (!process.isAlive() || System.nanoTime() - began > START_NANOS) {
                    throw new IOException(
                            "the gateway does not start:\n" + Files.readString(plan.directory.resolve("start.log")));
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            double cpu = ProcStat.ofTree(process.toHandle()).cpuSeconds();
            return new Sample(seconds, cpu, peak(ramp(listen)), resident);
        } finally {
            process.destroy();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static boolean answers(InetSocketAddress gateway) {
        try (Socket socket = new Socket(gateway.getAddress(), gateway.getPort())) {
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            OutputStream out = socket.getOutputStream();
            out.write(REQUEST);
            out.flush();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.startsWith("HTTP/1.1 200 ");
        } catch (IOException notYet) {
            return false;
        }
    }

    private LoadResult ramp(InetSocketAddress gateway) throws InterruptedException {
        Scenario scenario = Work.SMALL.load();
        try (RequestSource source = RequestSource.of(scenario, "stub.test");
                LoadRun run = new LoadRun(
                        scenario,
                        source,
                        new LoadOptions(
                                List.of(gateway), CONNECTIONS, 1, 1, null, Duration.ZERO, plan.ramp, 0, TIMEOUT))) {
            return run.run(progress -> {});
        }
    }

    private static double peak(LoadResult ramp) {
        return secondsToPeak(ramp.recorder().seconds().stream()
                // What ended after the last second was sent within it.
                .limit((long) Math.max(1, ramp.seconds()))
                .map(Recorder.Second::latency)
                .mapToLong(latency -> latency.getTotalCount())
                .toArray());
    }

    /** The first second in which as many were served as nine tenths of the median of the last third; to a second. */
    static double secondsToPeak(long[] served) {
        if (served.length == 0) {
            return Double.NaN;
        }
        int from = served.length - Math.max(1, served.length / 3);
        long[] last = Arrays.copyOfRange(served, from, served.length);
        Arrays.sort(last);
        double enough = 0.9 * last[last.length / 2];
        for (int second = 0; second < served.length; second++) {
            if (served[second] >= enough) {
                return second;
            }
        }
        return served.length;
    }
}
