package io.sluice.bulk.verdict;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.bulk.verdict.BulkGrammar.Trait;
import java.io.IOException;

/** Follows the tokens of a {@code _source}, which says what an update is to return of its document. For one thread. */
public final class FetchSourceReader {

    private final BulkGrammar grammar;
    private final ServerErrors errors;

    private State state = State.VALUE;
    private String name = "";

    private enum State {
        VALUE,
        TEXTS,
        FIELDS,
        PATTERNS
    }

    public FetchSourceReader(BulkGrammar grammar) {
        this.grammar = grammar;
        this.errors = new ServerErrors(grammar);
    }

    /** The value begins with the parser's token; whether it ends with it, too. */
    public boolean begin(JsonParser parser) throws IOException, Malformed {
        state = State.VALUE;
        name = "";
        return next(parser);
    }

    /** The parser's next token; whether the value is over. */
    public boolean next(JsonParser parser) throws IOException, Malformed {
        JsonToken token = parser.currentToken();
        return switch (state) {
            case VALUE -> value(token);
            case TEXTS -> text(token, parser);
            case FIELDS -> field(token, parser);
            case PATTERNS -> pattern(token);
        };
    }

    private boolean value(JsonToken token) throws Malformed {
        switch (token) {
            case VALUE_TRUE, VALUE_FALSE, VALUE_STRING -> {
                return true;
            }
            case START_ARRAY -> state = State.TEXTS;
            case START_OBJECT -> state = State.FIELDS;
            default -> {
                String expected = grammar.has(Trait.OPENSEARCH)
                        ? "VALUE_BOOLEAN, START_OBJECT"
                        : "VALUE_BOOLEAN, VALUE_STRING, START_ARRAY, START_OBJECT";
                throw errors.structure(
                        "Expected one of [" + expected + "] but found [" + ServerErrors.name(token) + "]");
            }
        }
        return false;
    }

    private boolean text(JsonToken token, JsonParser parser) throws Malformed {
        if (token == JsonToken.END_ARRAY) {
            return true;
        }
        if (!token.isScalarValue() || token == JsonToken.VALUE_NULL) {
            throw errors.noText(parser);
        }
        return false;
    }

    private boolean field(JsonToken token, JsonParser parser) throws IOException, Malformed {
        if (token == JsonToken.END_OBJECT) {
            return true;
        }
        if (token == JsonToken.FIELD_NAME) {
            name = parser.currentName();
            return false;
        }
        boolean patterns = switch (name) {
            case "includes", "include", "excludes", "exclude" -> true;
            default -> false;
        };
        boolean text = token == JsonToken.VALUE_STRING;
        if (patterns && token == JsonToken.START_ARRAY) {
            state = State.PATTERNS;
        } else if ((text || token.isBoolean())
                && name.equals("exclude_vectors")
                && grammar.has(Trait.EXCLUDE_VECTORS)) {
            JsonValues.booleanValue(parser);
        } else if (!patterns || !text) {
            throw unknown(token);
        }
        return false;
    }

    private boolean pattern(JsonToken token) throws Malformed {
        if (token == JsonToken.END_ARRAY) {
            state = State.FIELDS;
        } else if (token != JsonToken.VALUE_STRING) {
            throw unknown(token);
        }
        return false;
    }

    private Malformed unknown(JsonToken token) {
        return errors.structure("Unknown key for a " + ServerErrors.name(token) + " in [" + name + "].");
    }
}
