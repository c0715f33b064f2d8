package io.sluice.bulk.line;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;
import io.sluice.bulk.verdict.BrokenSurrogates;
import io.sluice.bulk.verdict.BulkControls;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.bulk.verdict.BulkGrammar.Trait;
import io.sluice.bulk.verdict.FetchSourceReader;
import io.sluice.bulk.verdict.JsonValues;
import io.sluice.bulk.verdict.Malformed;
import io.sluice.bulk.verdict.ServerErrors;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads any action line that a server accepts, and refuses the others in the server's words. For one thread. */
final class JacksonActionReader {

    private final BulkGrammar grammar;
    private final ServerErrors errors;
    private final JsonValues values;
    private final FetchSourceReader fetchSource;

    private int lineNumber;
    /** Whether the line is a masked one. */
    private boolean masked;

    JacksonActionReader(BulkGrammar grammar) {
        this.grammar = grammar;
        this.errors = new ServerErrors(grammar);
        this.values = new JsonValues(grammar);
        this.fetchSource = new FetchSourceReader(grammar);
    }

    /**
     * Reads [from, to) into the line.
     *
     * @return what stands there
     */
    ActionKind read(byte[] source, int from, int to, BulkLine line, int number) throws Malformed {
        lineNumber = number;
        masked = false;
        boolean strict = grammar.has(Trait.STRICT_JSON);
        if (strict) {
            requireUtf8(source, from, to);
        }
        try {
            return read(source, from, to, line);
        } catch (IOException e) {
            if (!strict && !grammar.has(Trait.WHOLE_PAIRS) && BrokenSurrogates.caused(e)) {
                return readMasked(source, from, to, line);
            }
            throw errors.of(e, number, to - from);
        }
    }

    private ActionKind readMasked(byte[] source, int from, int to, BulkLine line) throws Malformed {
        masked = true;
        try {
            return read(BrokenSurrogates.masked(source, from, to), 0, to - from, line);
        } catch (IOException e) {
            throw errors.of(e, lineNumber, to - from);
        }
    }

    private ActionKind read(byte[] source, int from, int to, BulkLine line) throws IOException, Malformed {
        line.begin();
        try (JsonParser parser = grammar.parser(source, from, to)) {
            return read(parser, line);
        }
    }

    private void requireUtf8(byte[] source, int from, int to) throws Malformed {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(source, from, to - from));
        } catch (CharacterCodingException e) {
            throw new Malformed(400, "x_content_parse_exception", "[" + lineNumber + ":1] Invalid UTF-8");
        }
    }

    private ActionKind read(JsonParser parser, BulkLine line) throws IOException, Malformed {
        JsonToken token = parser.nextToken();
        if (token == null) {
            return ActionKind.NONE;
        }
        expect(JsonToken.START_OBJECT, token);
        expect(JsonToken.FIELD_NAME, parser.nextToken());
        String key = parser.currentName();
        BulkOperation operation = operation(key);
        if (operation == null && !grammar.has(Trait.UNKNOWN_PASSED_OVER)) {
            throw malformed((grammar.has(Trait.OPENSEARCH)
                            ? "expected one of [create, delete, index, update] but found ["
                            : "expected field [create], [delete], [index] or [update] but found [")
                    + key + "]");
        }
        line.action(operation == null ? BulkOperation.INDEX : operation);
        token = parser.nextToken();
        if (token == JsonToken.START_OBJECT) {
            fields(parser, line);
        } else if (token != JsonToken.END_OBJECT) {
            throw malformed("expected START_OBJECT or END_OBJECT but found [" + ServerErrors.name(token) + "]");
        }
        checkRest(parser);
        return operation == null ? ActionKind.UNKNOWN : ActionKind.KNOWN;
    }

    private static @Nullable BulkOperation operation(String key) {
        for (BulkOperation operation : BulkOperation.values()) {
            if (operation.key().equals(key)) {
                return operation;
            }
        }
        return null;
    }

    private void checkRest(JsonParser parser) throws IOException, Malformed {
        if (grammar.has(Trait.NOTHING_FOLLOWS)) {
            expect(JsonToken.END_OBJECT, parser.nextToken());
            if (parser.nextToken() != null) {
                throw malformed("unexpected data after the closing brace");
            }
        } else if (grammar.has(Trait.JSON_FOLLOWS)) {
            try {
                if (parser.nextToken() != JsonToken.END_OBJECT) {
                    return;
                }
            } catch (JsonEOFException e) {
                return;
            }
            parser.nextToken();
        }
    }

    private void fields(JsonParser parser, BulkLine line) throws IOException, Malformed {
        JsonToken token;
        while ((token = parser.nextToken()) != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            if (token != JsonToken.FIELD_NAME) {
                field(key, token, parser, line);
            }
        }
    }

    private void field(String key, JsonToken token, JsonParser parser, BulkLine line) throws IOException, Malformed {
        if (token == JsonToken.VALUE_NULL) {
            return;
        }
        BulkField field = BulkField.ofKey(key);
        if (token == JsonToken.START_OBJECT) {
            object(key, field, parser, line);
        } else if (token == JsonToken.START_ARRAY) {
            throw notSimple(key, token);
        } else if (field == null || !takesValue(field)) {
            throw Malformed.argument(
                    "Action/metadata line [" + lineNumber + "] contains an unknown parameter [" + key + "]");
        } else if (field == BulkField.INDEX && grammar.has(Trait.INDEX_IN_PATH_ONLY)) {
            throw Malformed.argument("explicit index in bulk is not allowed");
        } else {
            value(field, parser, line);
        }
    }

    private void value(BulkField field, JsonParser parser, BulkLine line) throws IOException, Malformed {
        BulkControls controls = line.controls();
        switch (field) {
            case VERSION -> controls.version(values.longValue(parser));
            case IF_SEQ_NO -> controls.rawSeqNo(values.longValue(parser));
            case IF_PRIMARY_TERM -> controls.rawPrimaryTerm(values.longValue(parser));
            case RETRY_ON_CONFLICT -> controls.retryOnConflict(values.intValue(parser));
            case VERSION_TYPE -> controls.versionType(BulkControls.VersionType.of(parser.getText()));
            case REQUIRE_ALIAS, LIST_EXECUTED_PIPELINES -> JsonValues.booleanValue(parser);
            case REQUIRE_DATA_STREAM -> controls.requireDataStream(JsonValues.booleanValue(parser));
            case SOURCE -> fetchSource.begin(parser);
            default -> {}
        }
        String text = masked ? BrokenSurrogates.restored(parser.getText()) : parser.getText();
        if (field == BulkField.TYPE && text.isEmpty()) {
            controls.emptyType();
        }
        line.decoded(field, parser.currentToken() == JsonToken.VALUE_STRING, text);
    }

    private boolean takesValue(BulkField field) {
        return switch (field) {
            case TYPE -> grammar.has(Trait.TYPES);
            case REQUIRE_DATA_STREAM -> grammar.has(Trait.DATA_STREAM_FLAG);
            case LIST_EXECUTED_PIPELINES -> grammar.has(Trait.PIPELINES_FLAG);
            case DYNAMIC_TEMPLATES, DYNAMIC_TEMPLATE_PARAMS -> false;
            default -> true;
        };
    }

    private void object(String key, @Nullable BulkField field, JsonParser parser, BulkLine line)
            throws IOException, Malformed {
        boolean source = field == BulkField.SOURCE;
        boolean templates = field == BulkField.DYNAMIC_TEMPLATES && grammar.has(Trait.TEMPLATES);
        boolean params = field == BulkField.DYNAMIC_TEMPLATE_PARAMS && grammar.has(Trait.TEMPLATE_PARAMS);
        if (field == null || !source && !templates && !params) {
            throw notSimple(key, JsonToken.START_OBJECT);
        }
        StringWriter json = new StringWriter();
        try (JsonGenerator copy = grammar.generator(json)) {
            if (source) {
                fetchSource(parser, copy);
            } else if (texts(parser, copy, params ? 1 : 0)) {
                line.controls().templates(key);
            }
        }
        line.decoded(field, false, json.toString());
    }

    private void fetchSource(JsonParser parser, JsonGenerator copy) throws IOException, Malformed {
        boolean over = fetchSource.begin(parser);
        copy.copyCurrentEvent(parser);
        while (!over) {
            parser.nextToken();
            // First, because copying would read a text that the server ignores in the wrong place.
            over = fetchSource.next(parser);
            copy.copyCurrentEvent(parser);
        }
    }

    /** Goes through an object of texts, or of objects of texts; whether it is not empty. */
    private boolean texts(JsonParser parser, JsonGenerator copy, int objectsAround) throws IOException, Malformed {
        copy.copyCurrentEvent(parser);
        boolean given = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            given = true;
            copy.copyCurrentEvent(parser);
            JsonToken token = parser.nextToken();
            if (objectsAround > 0 && token == JsonToken.START_OBJECT) {
                texts(parser, copy, objectsAround - 1);
                continue;
            }
            // Where an object may stand, servers take null for an empty one.
            boolean missing = token == JsonToken.VALUE_NULL && objectsAround == 0;
            if (missing || !token.isScalarValue()) {
                throw errors.noText(parser);
            }
            copy.copyCurrentEvent(parser);
        }
        copy.copyCurrentEvent(parser);
        return given;
    }

    private Malformed notSimple(String key, JsonToken token) {
        return malformed(
                "expected a simple value for field [" + key + "] but found [" + ServerErrors.name(token) + "]");
    }

    private void expect(JsonToken expected, @Nullable JsonToken found) throws Malformed {
        if (found != expected) {
            throw malformed("expected " + expected.name() + " but found [" + ServerErrors.name(found) + "]");
        }
    }

    private Malformed malformed(String what) {
        return Malformed.argument("Malformed action/metadata line [" + lineNumber + "], " + what);
    }
}
