package io.sluice.bulk;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;
import io.sluice.api.Reply;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads any action line that Elasticsearch takes, and says of the others what Elasticsearch says. Where its versions differ, the
 * stricter one counts: what a server ignores could be read by another. Thread-safe.
 */
final class JacksonActionReader {

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JacksonActionReader() {}

    /** What is wrong with a line, around its number; a value within this class. */
    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        private final String before;
        private final String after;

        private Malformed(String before, String after) {
            super(after, null, false, false);
            this.before = before;
            this.after = after;
        }

        private String reason(int line) {
            return before + " [" + line + "]" + after;
        }
    }

    private static Malformed malformed(String what) {
        return new Malformed("Malformed action/metadata line", ", " + what);
    }

    /** Reads [from, to) into the line; a Reply if it is malformed. */
    static @Nullable Reply read(byte[] source, int from, int to, BulkLine line, int lineNumber) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(source, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            return Reply.error(400, "x_content_parse_exception", "[" + lineNumber + ":1] Invalid UTF-8");
        }
        line.begin(source);
        try (JsonParser parser = FACTORY.createParser(text)) {
            read(parser, line);
            return null;
        } catch (Malformed e) {
            return Reply.error(400, "illegal_argument_exception", e.reason(lineNumber));
        } catch (JsonProcessingException e) {
            String place = "[" + lineNumber + ":" + e.getLocation().getColumnNr() + "] ";
            return Reply.error(400, "x_content_parse_exception", place + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    private static void read(JsonParser parser, BulkLine line) throws IOException, Malformed {
        expect(JsonToken.START_OBJECT, parser.nextToken(), "START_OBJECT");
        expect(JsonToken.FIELD_NAME, parser.nextToken(), "FIELD_NAME");
        line.action(operation(parser.currentName()));
        JsonToken token = parser.nextToken();
        if (token == JsonToken.START_OBJECT) {
            fields(parser, line);
        } else {
            throw malformed("expected START_OBJECT or END_OBJECT but found [" + name(token) + "]");
        }
        expect(JsonToken.END_OBJECT, parser.nextToken(), "END_OBJECT");
        token = parser.nextToken();
        if (token != null) {
            throw malformed("unexpected data after the closing brace");
        }
    }

    private static BulkOperation operation(String key) throws Malformed {
        for (BulkOperation operation : BulkOperation.values()) {
            if (operation.key().equals(key)) {
                return operation;
            }
        }
        throw malformed("expected field [create], [delete], [index] or [update] but found [" + key + "]");
    }

    private static void fields(JsonParser parser, BulkLine line) throws IOException, Malformed {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonToken token = parser.nextToken();
            BulkField field = field(key);
            if (token == JsonToken.VALUE_NULL) {
                continue;
            }
            if (token == JsonToken.START_ARRAY || token == JsonToken.START_OBJECT && !takesObject(field)) {
                throw malformed("expected a simple value for field [" + key + "] but found [" + name(token) + "]");
            }
            if (field == null || field == BulkField.DYNAMIC_TEMPLATES && token != JsonToken.START_OBJECT) {
                throw new Malformed("Action/metadata line", " contains an unknown parameter [" + key + "]");
            }
            if (token == JsonToken.START_OBJECT) {
                line.value(field).decoded(false, json(parser));
            } else {
                line.value(field).decoded(token == JsonToken.VALUE_STRING, parser.getText());
            }
        }
    }

    private static @Nullable BulkField field(String key) {
        for (BulkField field : BulkField.values()) {
            if (field.key().equals(key)) {
                return field;
            }
        }
        return null;
    }

    private static boolean takesObject(@Nullable BulkField field) {
        return field == BulkField.SOURCE || field == BulkField.DYNAMIC_TEMPLATES;
    }

    private static String json(JsonParser parser) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            generator.copyCurrentStructure(parser);
        }
        return out.toString();
    }

    private static void expect(JsonToken expected, @Nullable JsonToken found, String name) throws Malformed {
        if (found != expected) {
            throw malformed("expected " + name + " but found [" + name(found) + "]");
        }
    }

    // Elasticsearch's names of tokens, where they differ from Jackson's.
    private static String name(@Nullable JsonToken token) {
        return switch (token) {
            case null -> "null";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "VALUE_NUMBER";
            case VALUE_TRUE, VALUE_FALSE -> "VALUE_BOOLEAN";
            default -> token.name();
        };
    }
}
