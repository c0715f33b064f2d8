package io.sluice.bulk.verdict;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Follows the tokens of an update's {@code script}. The reader of the whole source words its refusals. For one thread. */
final class ScriptReader {

    private State state = State.FIELDS;
    private String name = "";
    /** The number of open objects and arrays in a value that is skipped. */
    private int depth;

    private boolean inline;
    private boolean stored;
    private boolean hasLang;
    /** Whether there is a compiler option that no client may give. */
    private boolean hasOption;
    /** Whether there is any compiler option. */
    private boolean hasOptions;

    private enum State {
        FIELDS,
        OPTIONS,
        ANYTHING
    }

    /** The script begins with the parser's token, a string or an object; whether it ends with it, too. */
    boolean begin(JsonParser parser) {
        state = State.FIELDS;
        inline = false;
        stored = false;
        hasLang = false;
        hasOption = false;
        hasOptions = false;
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    /** The parser's next token; whether the script is over. */
    boolean next(JsonParser parser) throws IOException, Malformed {
        JsonToken token = parser.currentToken();
        switch (state) {
            case FIELDS -> {
                return field(token, parser);
            }
            case OPTIONS -> option(token, parser);
            case ANYTHING -> {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                state = depth == 0 ? State.FIELDS : State.ANYTHING;
            }
        }
        return false;
    }

    private boolean field(JsonToken token, JsonParser parser) throws IOException, Malformed {
        if (token == JsonToken.END_OBJECT) {
            require(inline ? !hasOption : stored && !hasLang && !hasOptions);
            return true;
        }
        if (token == JsonToken.FIELD_NAME) {
            name = parser.currentName();
            return false;
        }
        boolean text = token == JsonToken.VALUE_STRING;
        boolean object = token == JsonToken.START_OBJECT;
        switch (name) {
            case "source", "inline" -> {
                require((text || object) && !inline && !stored);
                inline = true;
                hasOptions |= object;
            }
            case "id", "stored" -> {
                require(text && !inline && !stored);
                stored = true;
            }
            case "lang" -> {
                require(text);
                hasLang = true;
            }
            case "options", "params" -> require(object);
            default -> require(false);
        }
        if (object) {
            depth = 1;
            state = name.equals("options") ? State.OPTIONS : State.ANYTHING;
        }
        return false;
    }

    private void option(JsonToken token, JsonParser parser) throws IOException, Malformed {
        if (token == JsonToken.END_OBJECT) {
            state = State.FIELDS;
        } else if (token == JsonToken.FIELD_NAME) {
            hasOptions = true;
            hasOption |= !parser.currentName().equals("content_type");
        } else {
            require(token.isScalarValue() && token != JsonToken.VALUE_NULL);
        }
    }

    private static void require(boolean condition) throws Malformed {
        if (!condition) {
            throw Malformed.argument("not a script");
        }
    }
}
