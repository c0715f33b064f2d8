package io.sluice.bench.standing;

import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.load.scenario.ScenarioReader;
import io.sluice.bench.proxy.StubShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The questions of the standing comparison, in their order. */
final class StandingRows {
    private static final int REQUESTS = 64;
    private static final int BULKS = 4;
    private static final StubShape ONE_NODE = new StubShape(1, 1);
    private static final StubShape THREE_NODES = new StubShape(3, 3);

    private static final String SEARCH = """
            name: tenant-search
            variables: { id: { type: sequence } }
            requests:
              - method: POST
                path: %s/_search
                headers: { Accept: application/json }
                body: '{"query":{"match":{"name":"Tokyo ${id}"}}}'
            """;

    /** Whether nginx is among the subjects, which most targets are ratios to. */
    private final boolean nginx;

    private final List<StandingRow> rows = new ArrayList<>();

    private StandingRows(boolean nginx) {
        this.nginx = nginx;
    }

    /**
     * All of them.
     *
     * @param nginx whether it is there; without it ratios are to the bare Netty proxy, and those targets are left out
     * @throws IOException if a shipped scenario cannot be read
     */
    static List<StandingRow> all(boolean nginx) throws IOException {
        StandingRows made = new StandingRows(nginx);
        made.relayed();
        made.searches();
        made.bulks();
        return List.copyOf(made.rows);
    }

    private void relayed() throws IOException {
        Scenario small = ScenarioReader.read("small");
        Scenario bulk = ScenarioReader.read("nginx-logs");
        toBare("small", "small request", small, new StandingRow.Shape(REQUESTS, 1, ONE_NODE), 1.08);
        toBare("small-2", "small request, two event loops", small, new StandingRow.Shape(REQUESTS, 2, ONE_NODE), 1.08);
        toBare("bulk", "bulk relayed", bulk, new StandingRow.Shape(BULKS, 1, ONE_NODE), 1.0);
        toNginx(
                "bulk-shard",
                "bulk regrouped by shard",
                bulk,
                new StandingRow.Shape(BULKS, 1, THREE_NODES),
                new StandingRow.Gateway("shard", "[]", null),
                1.8);
    }

    private void searches() {
        StandingRow.Shape shape = new StandingRow.Shape(REQUESTS, 1, ONE_NODE);
        Scenario named = ScenarioReader.parse(SEARCH.formatted("/test-acme-10"));
        for (TenantLayout layout : TenantLayout.values()) {
            toNginx(
                    "search-index-" + layout.key(),
                    "tenant search, tenant in the index's name, " + layout.key(),
                    named,
                    shape,
                    new StandingRow.Gateway("none", layout.byIndex(), layout.page()),
                    2.0);
        }
        Scenario headed = ScenarioReader.parse(SEARCH.formatted("/test-10")).withHeader("X-Tenant", "acme");
        for (TenantLayout layout : List.of(TenantLayout.INDEX_PER_TENANT, TenantLayout.SHARED)) {
            toNginx(
                    "search-header-" + layout.key(),
                    "tenant search, tenant in a header, " + layout.key(),
                    headed,
                    shape,
                    new StandingRow.Gateway("none", layout.byHeader(), layout.page()),
                    layout == TenantLayout.SHARED ? 2.0 : 1.8);
        }
    }

    private void bulks() throws IOException {
        Scenario bulk = ScenarioReader.read("nginx-logs").withHeader("X-Tenant", "acme");
        for (TenantLayout layout : TenantLayout.values()) {
            double target = switch (layout) {
                case INDEX_PER_TENANT -> 2.0;
                case SHARED -> 2.5;
                case NESTED -> 3.0;
            };
            toNginx(
                    "tenant-bulk-" + layout.key(),
                    "tenant bulk, " + layout.key(),
                    bulk,
                    new StandingRow.Shape(BULKS, 1, ONE_NODE),
                    new StandingRow.Gateway("none", layout.byHeader(), null),
                    target);
        }
        toNginx(
                "tenant-bulk-shard",
                "tenant bulk regrouped by shard, shared",
                bulk,
                new StandingRow.Shape(BULKS, 1, THREE_NODES),
                new StandingRow.Gateway("shard", TenantLayout.SHARED.byHeader(), null),
                3.0);
    }

    private void toBare(String id, String question, Scenario scenario, StandingRow.Shape shape, double target) {
        List<String> others = nginx ? List.of("nginx") : List.of();
        rows.add(new StandingRow(id, question, scenario, shape, StandingRow.Gateway.RELAY, "bare", others, target));
    }

    private void toNginx(
            String id,
            String question,
            Scenario scenario,
            StandingRow.Shape shape,
            StandingRow.Gateway gateway,
            double target) {
        @Nullable Double bound = nginx ? target : null;
        rows.add(new StandingRow(id, question, scenario, shape, gateway, nginx ? "nginx" : "bare", List.of(), bound));
    }
}
