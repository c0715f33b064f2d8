package io.sluice.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Reply;
import io.sluice.config.ConfigChange;
import io.sluice.config.ConfigRenderer;
import io.sluice.config.Problem;
import io.sluice.server.Gateway;
import io.sluice.server.KeptConfig;
import io.sluice.server.ReloadOutcome;
import io.sluice.server.Reloads;
import java.util.List;
import java.util.Locale;

/** The pages below {@code /config}: what is configured, what a reload would change, reloading. */
final class ReloadReport {
    private final Gateway gateway;
    private final Reloads reloads;

    ReloadReport(Gateway gateway, Reloads reloads) {
        this.gateway = gateway;
        this.reloads = reloads;
    }

    Reply config() throws JsonProcessingException {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("generation", gateway.generation());
        report.setAll(ConfigRenderer.tree(gateway.config()));
        return Page.json(report);
    }

    Reply history() throws JsonProcessingException {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        ArrayNode list = report.putArray("configurations");
        for (KeptConfig kept : reloads.kept()) {
            list.addObject()
                    .put("generation", kept.generation())
                    .put("at", kept.at().toString())
                    .put("reason", kept.reason());
        }
        return Page.json(report);
    }

    Reply reload() throws JsonProcessingException {
        return answer(reloads.tryReload("POST /config/reload"));
    }

    Reply rollback() throws JsonProcessingException {
        return answer(reloads.tryRollback());
    }

    Reply diff() throws JsonProcessingException {
        return answer(reloads.tryDiff());
    }

    private static Reply answer(ReloadOutcome outcome) throws JsonProcessingException {
        return switch (outcome) {
            case ReloadOutcome.Done done -> {
                ObjectNode report = JsonNodeFactory.instance.objectNode();
                report.put("generation", done.generation());
                changes(done.changes(), report.putArray("changes"));
                problems(done.warnings(), report.putArray("warnings"));
                yield Page.json(report);
            }
            case ReloadOutcome.Refused refused -> {
                ObjectNode report = error(
                        400, "sluice_config_refused", "the configuration cannot be taken over, the one before stays");
                problems(refused.problems(), report.putArray("problems"));
                yield Page.json(400, report);
            }
            case ReloadOutcome.Busy busy ->
                Page.json(409, error(409, "sluice_config_busy", "another change of the configuration is under way"));
        };
    }

    private static ObjectNode error(int status, String type, String reason) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        ObjectNode error = report.putObject("error");
        error.putArray("root_cause").addObject().put("type", type).put("reason", reason);
        error.put("type", type).put("reason", reason);
        report.put("status", status);
        return report;
    }

    private static void changes(List<ConfigChange> changes, ArrayNode into) {
        for (ConfigChange change : changes) {
            ObjectNode row = into.addObject()
                    .put("section", change.section())
                    .put("name", change.name())
                    .put("change", change.kind().name().toLowerCase(Locale.ROOT));
            if (!change.keys().isEmpty()) {
                ArrayNode keys = row.putArray("keys");
                change.keys()
                        .forEach(key -> keys.addObject()
                                .put("key", key.path())
                                .put("before", key.before())
                                .put("after", key.after()));
            }
        }
    }

    private static void problems(List<Problem> problems, ArrayNode into) {
        for (Problem problem : problems) {
            into.addObject()
                    .put("file", problem.place().file())
                    .put("line", problem.place().line())
                    .put("column", problem.place().column())
                    .put("key", problem.place().path())
                    .put("message", problem.message());
        }
    }
}
