package io.sluice.bench.compare.styles;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.compare.Machine;
import io.sluice.bench.compare.StudyProgress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.DataFormatException;

/**
 * Runs the trials: every cell once a round, in turned order, so that what else the machine does meets all styles alike. The first round of
 * bulks warms up. A style that cannot run is left out and named with the reason. Blocks; for one thread.
 */
public final class StylesStudy {
    /** What a trial is expected to take before anything is known: documents and searches a second. */
    private static final double GUESSED_DOCUMENTS = 150_000;

    private static final double GUESSED_SEARCHES = 1_500;
    private static final int TURN = 7;

    private final Setup setup;
    private final StylesPlan plan;
    private final Consumer<String> log;
    private final StylesResult result;
    private final Map<Style, StyleJvm> clients = new EnumMap<>(Style.class);

    /**
     * Where everything is.
     *
     * @param node HTTP address of an Elasticsearch 7.17 of one node with the plugin noop
     * @param home directory of an unpacked Sluice
     * @param modules directory of the modules of client styles, built
     * @param documents gzip file with a document a line
     * @param work directory for files that may be deleted afterwards
     * @param heapMegabytes of each client
     */
    public record Setup(
            InetSocketAddress node, Path home, Path modules, Path documents, Path work, int heapMegabytes) {}

    /** @param log takes a line for each trial */
    public StylesStudy(Setup setup, StylesPlan plan, Consumer<String> log) {
        this.setup = setup;
        this.plan = plan;
        this.log = log;
        this.result = new StylesResult(plan);
    }

    /**
     * Runs all trials.
     *
     * @throws IOException if a server fails, or no style runs at all
     */
    public StylesReport run() throws IOException, InterruptedException {
        Machine machine = Machine.now();
        StudyProgress progress = new StudyProgress(guessed(), log);
        Servers.SluiceHome sluice = new Servers.SluiceHome(setup.home, setup.work);
        try (Servers servers = Servers.start(setup.node, sluice, plan.ways())) {
            startClients(servers);
            rounds(servers, plan.bulks(), bulkRounds(), progress);
            if (servers.count(Way.Indices.NOOP) > 0) {
                throw new IOException("the plugin noop has let bulks pass, so they were not free of work");
            }
            if (plan.ways().contains(Way.REAL) && !plan.search().rates().isEmpty()) {
                fill(servers);
            }
            rounds(servers, plan.searches(), plan.search().trials(), progress);
        } finally {
            clients.values().forEach(StyleJvm::close);
        }
        return new StylesReport(result, machine);
    }

    private void startClients(Servers servers) throws IOException, InterruptedException {
        StyleJvm.Setup jvms = new StyleJvm.Setup(setup.modules, setup.documents, setup.work, setup.heapMegabytes);
        for (Style style : plan.styles()) {
            try {
                StyleJvm client = StyleJvm.start(style, jvms);
                clients.put(style, client);
                for (Way way : plan.ways()) {
                    if (style.goes(way)) {
                        client.open(way, servers.address(style, way));
                    }
                }
            } catch (IOException e) {
                leaveOut(style, e);
            }
        }
        if (result.missing().size() == plan.styles().size()) {
            throw new IOException("no style runs: " + result.missing());
        }
    }

    private int bulkRounds() {
        return plan.bulk().trials() + 1;
    }

    private void rounds(Servers servers, List<Cell> cells, int rounds, StudyProgress progress)
            throws IOException, InterruptedException {
        List<Cell> order = new ArrayList<>(cells);
        for (int round = 0; round < rounds; round++) {
            Collections.rotate(order, TURN);
            for (Cell cell : order) {
                boolean counts = cell.kind() != Cell.Kind.BULK || round > 0;
                String shown = result.isMissing(cell.style()) ? "left out" : trial(servers, cell, round, counts);
                progress.step(guessed(cell), cell + ": " + shown);
            }
        }
    }

    /** Runs one trial and says what it showed. */
    private String trial(Servers servers, Cell cell, int round, boolean counts)
            throws IOException, InterruptedException {
        boolean stores = cell.kind() == Cell.Kind.BULK && cell.way() == Way.REAL;
        if (stores) {
            servers.empty();
        }
        try {
            Trial trial = measured(servers, cell, command(cell, "r" + round + "-"));
            if (stores) {
                requireAll(servers.count(Way.Indices.REAL), (int) cell.load());
            }
            if (counts) {
                result.add(cell, trial);
            }
            return "%,.0f/s, mean %.2f ms%s"
                    .formatted(trial.perSecond(), trial.meanMillis(), counts ? "" : " (warm-up)");
        } catch (IOException | DataFormatException e) {
            leaveOut(cell.style(), e);
            return "left out from now on";
        }
    }

    private Trial measured(Servers servers, Cell cell, String command)
            throws IOException, InterruptedException, DataFormatException {
        double[] before = new double[2];
        StyleJvm client = clients.get(cell.style());
        if (client == null) {
            throw new IOException("it does not run");
        }
        JsonNode ended = client.run(command, () -> {
            before[0] = servers.gatewayCpu(cell.way());
            before[1] = servers.serverCpu();
        });
        return Trial.of(ended, servers.gatewayCpu(cell.way()) - before[0], servers.serverCpu() - before[1]);
    }

    private String command(Cell cell, String ids) {
        return cell.kind() == Cell.Kind.BULK
                ? StyleJvm.bulk(cell.way(), plan.bulk().documents(), (int) cell.load(), ids)
                : StyleJvm.search(cell.way(), cell.load(), plan.search().iterations());
    }

    /** The documents must be there: an answer alone proves nothing. The last bulk of a trial is filled up. */
    private void requireAll(long stored, int size) throws IOException {
        long sent = (plan.bulk().documents() + size - 1) / size * size;
        if (stored != sent) {
            throw new IOException("%d documents were sent and %d are there".formatted(sent, stored));
        }
    }

    /** Stores what the searches of real work look for. */
    private void fill(Servers servers) throws IOException, InterruptedException {
        servers.empty();
        Map.Entry<Style, StyleJvm> any = clients.entrySet().stream()
                .filter(client -> !result.isMissing(client.getKey()))
                .findFirst()
                .orElseThrow(() -> new IOException("no style is left: " + result.missing()));
        any.getValue().run(StyleJvm.bulk(Way.REAL, plan.bulk().documents(), 1_000, "s-"), () -> {});
        servers.settle();
    }

    private Duration guessed(Cell cell) {
        double seconds = cell.kind() == Cell.Kind.BULK
                ? plan.bulk().documents() / GUESSED_DOCUMENTS * (cell.way() == Way.REAL ? 4 : 1)
                : 2 * plan.search().iterations() / (cell.load() > 0 ? cell.load() : GUESSED_SEARCHES);
        return Duration.ofMillis((long) (seconds * 1000));
    }

    private Duration guessed() {
        return guessed(plan.bulks())
                .multipliedBy(bulkRounds())
                .plus(guessed(plan.searches()).multipliedBy(plan.search().trials()));
    }

    private Duration guessed(List<Cell> cells) {
        return cells.stream().map(this::guessed).reduce(Duration.ZERO, Duration::plus);
    }

    private void leaveOut(Style style, Exception why) {
        String reason = String.valueOf(why.getMessage());
        log.accept(style.id() + " is left out: " + reason);
        result.missing(style, reason);
    }
}
