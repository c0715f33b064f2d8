package io.sluice.index.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.read.IndexDescription;
import java.util.ArrayList;
import java.util.List;

/**
 * An index in a backup.
 *
 * @param description as its cluster described it when the backup began
 * @param files with its documents
 */
record ArchivedIndex(IndexDescription description, List<ArchiveFile> files) {

    /** How many documents the files have; one that changed during the backup may be there more than once. */
    long documents() {
        return files.stream().mapToLong(ArchiveFile::documents).sum();
    }

    ObjectNode toJson() {
        ObjectNode json = describe(description).put("documents", documents());
        ArrayNode all = json.putArray("files");
        files.forEach(file -> all.add(file.toJson()));
        return json;
    }

    static ArchivedIndex of(JsonNode json) {
        List<ArchiveFile> files = new ArrayList<>();
        json.path("files").forEach(file -> files.add(ArchiveFile.of(file)));
        return new ArchivedIndex(described(json), files);
    }

    /** A description as JSON. */
    static ObjectNode describe(IndexDescription index) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", index.name());
        json.set("mappings", index.mappings());
        json.set("settings", index.settings());
        json.set("aliases", index.aliases());
        return json;
    }

    /** What {@link #describe} made. */
    static IndexDescription described(JsonNode json) {
        return new IndexDescription(
                json.path("name").asText(), json.path("mappings"), json.path("settings"), json.path("aliases"));
    }
}
