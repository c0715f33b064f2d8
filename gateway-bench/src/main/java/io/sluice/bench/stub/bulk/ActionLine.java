package io.sluice.bench.stub.bulk;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One action line. The plain form, strings without escapes, is read by {@link PlainActionScanner}; everything else by
 * Jackson. One object serves all lines of a connection, on its event loop.
 */
final class ActionLine {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> KEYS = Set.of(
            "_type",
            "op_type",
            "version",
            "version_type",
            "if_seq_no",
            "if_primary_term",
            "retry_on_conflict",
            "pipeline",
            "_source",
            "require_alias",
            "require_data_stream",
            "dynamic_templates",
            "list_executed_pipelines");

    BulkOperation operation = BulkOperation.INDEX;
    final Utf8Slice index = new Utf8Slice();
    final Utf8Slice id = new Utf8Slice();
    final Utf8Slice routing = new Utf8Slice();
    /** True iff the id can stand in JSON as it is. */
    boolean plain;

    /**
     * Reads the line at {@code from} if it is plain and whole.
     *
     * @return the position behind its newline; below zero if it is of another form or goes on behind {@code to}
     */
    int plain(byte[] bytes, int from, int to) {
        clear();
        int end = PlainActionScanner.scan(bytes, from, to, this);
        plain = end >= 0;
        return end;
    }

    /** Reads {@code bytes[from, to)} whatever its form; returns what is wrong with the line, or null. */
    @Nullable String parse(byte[] bytes, int from, int to, int lineNumber) {
        clear();
        plain = false;
        try (JsonParser parser = JSON.createParser(bytes, from, to - from)) {
            return parse(parser, lineNumber);
        } catch (IOException e) {
            return "Malformed action/metadata line [" + lineNumber + "], expected a JSON object";
        }
    }

    private void clear() {
        index.clear();
        id.clear();
        routing.clear();
    }

    private @Nullable String parse(JsonParser parser, int lineNumber) throws IOException {
        String malformed = "Malformed action/metadata line [" + lineNumber + "], expected ";
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return malformed + "START_OBJECT but found [" + parser.currentToken() + "]";
        }
        if (parser.nextToken() != JsonToken.FIELD_NAME) {
            return malformed + "FIELD_NAME but found [" + parser.currentToken() + "]";
        }
        byte[] name = parser.currentName().getBytes(StandardCharsets.UTF_8);
        BulkOperation named = BulkOperation.of(name, 0, name.length);
        if (named == null) {
            return malformed + "field [create], [delete], [index] or [update] but found [" + parser.currentName() + "]";
        }
        operation = named;
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return malformed + "START_OBJECT but found [" + parser.currentToken() + "]";
        }
        String wrong = members(parser, lineNumber);
        if (wrong == null && (parser.nextToken() != JsonToken.END_OBJECT || parser.nextToken() != null)) {
            return malformed + "END_OBJECT but found [" + parser.currentToken() + "]";
        }
        return wrong;
    }

    private @Nullable String members(JsonParser parser, int lineNumber) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            Utf8Slice slot = slot(key);
            if (slot != null && value.isScalarValue()) {
                if (value != JsonToken.VALUE_NULL) {
                    slot.set(parser.getText());
                }
            } else if (slot != null || !KEYS.contains(key)) {
                return "Action/metadata line [" + lineNumber + "] contains an unknown parameter [" + key + "]";
            } else {
                parser.skipChildren();
            }
        }
        return null;
    }

    private @Nullable Utf8Slice slot(String key) {
        return switch (key) {
            case "_index" -> index;
            case "_id" -> id;
            case "routing", "_routing" -> routing;
            default -> null;
        };
    }
}
