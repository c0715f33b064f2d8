package io.sluice.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.mirror.Difference;
import io.sluice.mirror.Mirror;
import io.sluice.server.Gateway;
import java.util.Comparator;

/** The page {@code /mirrors}: what mirrors copied since they were made, and what was answered differently. Any thread. */
final class MirrorReport {
    private final Gateway gateway;
    private final MeterRegistry registry;

    MirrorReport(Gateway gateway) {
        this.gateway = gateway;
        this.registry = gateway.metrics().registry();
    }

    ObjectNode report() {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        ArrayNode rows = report.putArray("mirrors");
        gateway.mirrors().forEach(mirror -> describe(mirror, rows.addObject()));
        return report;
    }

    private void describe(Mirror mirror, ObjectNode row) {
        String cluster = mirror.config().cluster().value();
        row.put("flow", mirror.flow()).put("cluster", cluster);
        row.put("share", mirror.config().share());
        counts("sluice.mirror.requests", mirror, row.putObject("requests"));
        counts("sluice.mirror.items", mirror, row.putObject("items"));
        ArrayNode differences = row.putArray("differences");
        for (Difference difference : mirror.differences()) {
            ObjectNode told = differences.addObject();
            told.put("at", difference.at().toString());
            told.put("method", difference.method()).put("path", difference.path());
            told.put("status", difference.first()).put("other_status", difference.second());
            difference.what().forEach(told.putArray("what")::add);
        }
    }

    private void counts(String name, Mirror mirror, ObjectNode row) {
        registry.find(name).tag("flow", mirror.flow()).counters().stream()
                .filter(counter ->
                        mirror.config().cluster().value().equals(counter.getId().getTag("cluster")))
                .sorted(Comparator.comparing(MirrorReport::outcome))
                .forEach(counter -> row.put(outcome(counter), (long) counter.count()));
    }

    private static String outcome(Counter counter) {
        return String.valueOf(counter.getId().getTag("outcome"));
    }
}
