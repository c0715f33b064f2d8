package io.sluice.bench.cli;

import io.sluice.bench.load.result.LoadJson;
import io.sluice.bench.load.result.LoadTable;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.net.Durations;
import io.sluice.bench.replay.Replay;
import io.sluice.bench.replay.ReplayPlan;
import io.sluice.bench.replay.ReplayResult;
import io.sluice.recording.RecordedExchange;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice-bench replay}: sends what a flow's {@code record} kept. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description =
                "Sends recorded requests again, and compares the answers; the exit code is 1 if some differ, do not"
                        + " come, or cannot be compared.",
        footer = {"", "The variable SLUICE_AUTHORIZATION is sent as the header Authorization."})
final class ReplayCommand implements Callable<Integer> {
    private static final int DEFAULT_PORT = 9200;
    private static final String SUFFIX = ".ndjson.gz";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files of recordings, or directories of them.")
    private List<Path> files = List.of();

    @Option(names = "--target", required = true, description = "Where requests go: http://host:port.")
    private URI target;

    @Option(
            names = "--speed",
            defaultValue = "1",
            description = "1 is the pace of the recording, 2.5 faster; max sends as fast as answers come.")
    private String speed;

    @Option(names = "--tenant", paramLabel = "A=B", description = "Sends requests of tenant A as those of B.")
    private Map<String, String> tenants = Map.of();

    @Option(
            names = "--tenant-header",
            defaultValue = "X-Tenant",
            description = "Says whose a request is (${DEFAULT-VALUE}).")
    private String tenantHeader;

    @Option(names = "--header", paramLabel = "NAME:VALUE", description = "Sent with each request.")
    private List<String> headers = List.of();

    @Option(
            names = {"-c", "--connections"},
            defaultValue = "256",
            description = "At most (${DEFAULT-VALUE}).")
    private int connections;

    @Option(names = "--timeout", defaultValue = "30s", description = "Of one request (${DEFAULT-VALUE}).")
    private String timeout;

    @Option(
            names = "--compare",
            defaultValue = "status",
            description = "Of the answers: nothing, status, or body where it was recorded (${DEFAULT-VALUE}).")
    private ReplayPlan.Compared compared;

    @Option(names = "--ignore", split = ",", description = "Members of answers that are not compared.")
    private List<String> ignore = List.of();

    @Option(names = "--json", description = "File for the measurements as JSON.")
    private @Nullable Path json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ReplayPlan plan = new ReplayPlan(
                all(),
                address(),
                speed(),
                tenants,
                tenantHeader,
                fields(),
                connections,
                Durations.parse(timeout),
                compared);
        PrintWriter err = spec.commandLine().getErr();
        ReplayResult result = new Replay(plan, ignore).run(ended -> {
            err.printf(Locale.ROOT, "\r%,d requests ", ended);
            err.flush();
        });
        err.println();
        PrintWriter out = spec.commandLine().getOut();
        if (json != null) {
            Files.writeString(json, LoadJson.of(result.load()).toPrettyString());
        }
        out.print(LoadTable.of(result.load()));
        out.print(result.comparison());
        out.flush();
        result.problems().forEach(err::println);
        return result.isSame() ? 0 : 1;
    }

    private List<Path> all() throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path path : files) {
            if (!Files.isDirectory(path)) {
                all.add(path);
                continue;
            }
            try (Stream<Path> inside = Files.list(path)) {
                inside.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                        .sorted()
                        .forEach(all::add);
            }
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException("no file of a recording, NAME" + SUFFIX + ", is in " + files);
        }
        return all;
    }

    private InetSocketAddress address() {
        String host = target.getHost();
        if (!"http".equals(target.getScheme())
                || host == null
                || !List.of("", "/").contains(target.getPath())) {
            throw new IllegalArgumentException(
                    "a target is http://host:port; TLS is not spoken here, a gateway may do so");
        }
        return Addresses.parse(host + ":" + (target.getPort() < 0 ? DEFAULT_PORT : target.getPort()));
    }

    private double speed() {
        if (speed.equals("max")) {
            return 0;
        }
        try {
            double factor = Double.parseDouble(speed);
            if (factor > 0) {
                return factor;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("a speed is a positive number, or max, not '" + speed + "'");
    }

    private List<RecordedExchange.Field> fields() {
        List<RecordedExchange.Field> fields = new ArrayList<>();
        String authorization = System.getenv("SLUICE_AUTHORIZATION");
        if (authorization != null) {
            fields.add(new RecordedExchange.Field("Authorization", authorization));
        }
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon <= 0) {
                throw new IllegalArgumentException("a header is NAME:VALUE, not '" + header + "'");
            }
            fields.add(new RecordedExchange.Field(
                    header.substring(0, colon).strip(),
                    header.substring(colon + 1).strip()));
        }
        return fields;
    }
}
