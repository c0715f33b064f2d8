package io.sluice.bench.standing;

import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.proxy.StubShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One question of the standing comparison.
 *
 * @param id names it in files and on the command line
 * @param question for people
 * @param shape of the load, the subjects and the stub
 * @param gateway what the gateway is asked to do
 * @param baseline the subject that ratios are taken to
 * @param others subjects beside the baseline and the gateway, for comparison
 * @param target the highest ratio of the gateway to the baseline that is aimed at; null for none
 */
record StandingRow(
        String id,
        String question,
        Scenario scenario,
        Shape shape,
        Gateway gateway,
        String baseline,
        List<String> others,
        @Nullable Double target) {

    /** The name of the gateway among the subjects. */
    static final String GATEWAY = "sluice";

    StandingRow {
        others = List.copyOf(others);
    }

    /** @param loops event loops, or workers, of each subject */
    record Shape(int connections, int loops, StubShape stub) {}

    /**
     * @param groupBy what bulks are regrouped by; {@code none} relays them whole
     * @param filters of the flow, as YAML in one line; {@code []} for none
     * @param page what the stub answers searches with, as JSON; null for its own page
     */
    record Gateway(String groupBy, String filters, @Nullable String page) {
        static final Gateway RELAY = new Gateway("none", "[]", null);
    }
}
