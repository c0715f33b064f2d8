package io.sluice.index.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A file of documents in a backup.
 *
 * @param name relative to the backup's directory
 * @param documents how many it has
 * @param bytes its length, compressed
 * @param plainBytes its length, not compressed
 * @param sha256 of it as it is, compressed, in hexadecimal digits
 * @param tail whether its documents were written while the backup ran, so that older versions of them may be in other files
 */
record ArchiveFile(String name, long documents, long bytes, long plainBytes, String sha256, boolean tail) {

    ObjectNode toJson() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("documents", documents)
                .put("bytes", bytes)
                .put("plainBytes", plainBytes)
                .put("sha256", sha256)
                .put("tail", tail);
    }

    static ArchiveFile of(JsonNode json) {
        return new ArchiveFile(
                json.path("name").asText(),
                json.path("documents").asLong(),
                json.path("bytes").asLong(),
                json.path("plainBytes").asLong(),
                json.path("sha256").asText(),
                json.path("tail").asBoolean());
    }
}
