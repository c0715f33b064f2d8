package io.sluice.bench.compare.clients;

import io.sluice.bench.compare.StudyProgress;
import io.sluice.bench.compare.clients.style.CityAnswers;
import io.sluice.bench.compare.clients.style.SearchStyle;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.net.OwnJava;
import io.sluice.bench.proxy.JvmRecording;
import io.sluice.bench.proxy.StartedSubject;
import io.sluice.bench.proxy.Subject;
import io.sluice.bench.proxy.Workspace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The same application in several styles before a stub, each in a JVM of its own with the same heap and collector: searches come due at
 * the same rate, style after style in rounds whose order is turned.
 */
final class SustainedRun {
    /** Of a window, however slow the machine is: of fewer there is nothing to report. */
    private static final double LEAST_SEARCHES = 20;

    private final Plan plan;

    /**
     * The application.
     *
     * @param hits of a page
     * @param threads that serve its users
     * @param heap as {@code -Xmx} takes it
     * @param collector as in {@code -XX:+UseG1GC}, without Use and GC
     */
    record App(int hits, int threads, String heap, String collector) {
        private List<String> flags() {
            return List.of(
                    "-Xms" + heap,
                    "-Xmx" + heap,
                    "-XX:+Use" + collector + "GC",
                    "-XX:+AlwaysPreTouch",
                    // The JVM says on standard output that it records, where the answers are written.
                    "-Xlog:disable",
                    "-Xlog:all=error:stderr");
        }
    }

    /**
     * What is run.
     *
     * @param styles the first is the baseline
     * @param rate searches a second; 0 for half of what the slowest style can do
     * @param warmup of each style, as fast as it can
     */
    record Plan(
            List<SearchStyle.Kind> styles,
            App app,
            double rate,
            int rounds,
            Duration window,
            Duration warmup,
            Path directory) {
        Plan {
            styles = List.copyOf(styles);
            if (styles.size() < 2 || rounds < 1) {
                throw new IllegalArgumentException("a comparison needs two styles and a round");
            }
        }

        /** What it takes at least. */
        Duration length() {
            return warmup.multipliedBy(styles.size()).plus(window.multipliedBy((long) rounds * styles.size()));
        }
    }

    /** A window and where the collector stopped it. */
    record Seen(AppWindow window, JvmRecording.Stops stops) {
        double pausedShare() {
            return stops.pausedSeconds() / window.span().seconds();
        }

        double pausedPerRequest() {
            return stops.pausedSeconds() / window.requests();
        }
    }

    /** @param rate that was driven, searches a second */
    record Result(double rate, App app, Map<SearchStyle.Kind, List<Seen>> windows) {}

    SustainedRun(Plan plan) {
        this.plan = plan;
    }

    /** Runs all of it; blocks. Nothing it started is left running. */
    Result run(StudyProgress progress) throws IOException, InterruptedException {
        Map<SearchStyle.Kind, List<AppWindow>> windows = new LinkedHashMap<>();
        plan.styles.forEach(kind -> windows.put(kind, new ArrayList<>()));
        List<StartedApp> apps = new ArrayList<>();
        double rate;
        try (Subject stub = stub()) {
            try {
                for (SearchStyle.Kind kind : plan.styles) {
                    apps.add(StartedApp.start(kind, stub.address(), plan.app, plan.app.flags(), plan.directory));
                }
                rate = warm(apps, progress);
                measure(apps, rate, windows, progress);
            } finally {
                apps.forEach(StartedApp::close);
            }
        }
        Map<SearchStyle.Kind, List<Seen>> seen = new LinkedHashMap<>();
        for (StartedApp app : apps) {
            seen.put(app.kind(), seen(windows.getOrDefault(app.kind(), List.of()), app.recording()));
        }
        return new Result(rate, plan.app, seen);
    }

    private Subject stub() throws IOException, InterruptedException {
        InetSocketAddress address = Addresses.free();
        Subject stub = StartedSubject.start(
                "stub",
                address,
                OwnJava.command(
                        List.of("-Xms128m", "-Xmx128m"),
                        "io.sluice.bench.cli.SluiceBench",
                        "stub",
                        "--port",
                        Integer.toString(address.getPort())),
                null,
                new Workspace(plan.directory, ""));
        try {
            setPage(address, CityAnswers.of(plan.app.hits));
            return stub;
        } catch (IOException | InterruptedException | RuntimeException e) {
            stub.close();
            throw e;
        }
    }

    private static void setPage(InetSocketAddress stub, byte[] page) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + Addresses.text(stub) + "/_stub/page"))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(page))
                    .build();
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("the stub does not take the page: " + answer.body());
            }
        }
    }

    /** Warms every style up; the rate to drive. */
    private double warm(List<StartedApp> apps, StudyProgress progress) throws IOException {
        double slowest = Double.MAX_VALUE;
        for (StartedApp app : apps) {
            Duration half = plan.warmup.dividedBy(2);
            app.closed(half);
            double most = app.closed(half).requestsPerSecond();
            slowest = Math.min(slowest, most);
            progress.step(
                    plan.warmup,
                    "%s warmed up, %,.0f searches a second at most"
                            .formatted(app.kind().label(), most));
        }
        double least = LEAST_SEARCHES / (plan.window.toMillis() / 1e3);
        return plan.rate > 0 ? plan.rate : Math.max(slowest / 2, least);
    }

    private void measure(
            List<StartedApp> apps, double rate, Map<SearchStyle.Kind, List<AppWindow>> into, StudyProgress progress)
            throws IOException {
        List<StartedApp> order = new ArrayList<>(apps);
        for (int round = 0; round < plan.rounds; round++) {
            for (StartedApp app : order) {
                into.getOrDefault(app.kind(), List.of()).add(app.open(rate, plan.window));
            }
            Collections.rotate(order, 1);
            progress.step(
                    plan.window.multipliedBy(apps.size()),
                    "%,.0f searches a second, round %d of %d".formatted(rate, round + 1, plan.rounds));
        }
    }

    private static List<Seen> seen(List<AppWindow> windows, JvmRecording recording) throws IOException {
        List<JvmRecording.Stops> stops =
                recording.stops(windows.stream().map(AppWindow::span).toList());
        List<Seen> seen = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            seen.add(new Seen(windows.get(i), stops.get(i)));
        }
        return seen;
    }
}
