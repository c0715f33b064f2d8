package io.sluice.index.translate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.call.Server;
import io.sluice.index.read.IndexDescription;
import java.util.List;

/**
 * What an index is to be at another server.
 *
 * @param body for making it, with no replicas and no refreshes while it is loaded
 * @param held settings to put back afterwards
 * @param findings what is not taken over as it is
 */
public record IndexTranslation(ObjectNode body, ObjectNode held, List<Finding> findings) {

    /** Translates from one server to another. */
    public static IndexTranslation of(IndexDescription index, Server source, Server target) {
        Findings findings = new Findings();
        sources(index, findings);
        SettingsTranslation settings = new SettingsTranslation(source, target, findings);
        settings.add(index.settings());
        MappingTranslation mapping = new MappingTranslation(source, target, findings);
        ObjectNode made = mapping.translate(index.mappings());
        ObjectNode taken = settings.taken();
        if (mapping.hasVectors() && !taken.has("index.knn")) {
            taken.put("index.knn", true);
        }
        taken.put("index.number_of_replicas", 0).put("index.refresh_interval", "-1");
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("settings", taken);
        body.set("mappings", made);
        return new IndexTranslation(body, settings.held(), findings.all());
    }

    /** Adds what reading cannot bring back of documents. */
    public static void sources(IndexDescription index, Findings findings) {
        JsonNode source = index.mappings().path("_source");
        JsonNode mode = index.settings().at("/mapping/source/mode");
        if (!source.path("enabled").asBoolean(true) || mode.asText().equals("disabled")) {
            findings.loss("no-source", "_source", "is not stored, so there is nothing to read");
        }
        if (source.path("includes").size() > 0 || source.path("excludes").size() > 0) {
            findings.loss("source-filtered", "_source", "lacks some fields, which are lost");
        }
        boolean synthetic = source.path("mode").asText().equals("synthetic")
                || mode.asText().equals("synthetic")
                || index.settings().at("/derived_source/enabled").asBoolean()
                || List.of("time_series", "logsdb")
                        .contains(index.settings().path("mode").asText());
        if (synthetic) {
            findings.told("_source", "is made anew by the server: arrays, and the order of members, may differ");
        }
    }
}
