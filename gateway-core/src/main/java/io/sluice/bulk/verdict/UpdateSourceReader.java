package io.sluice.bulk.verdict;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows the tokens of an update's source as Elasticsearch does: its fields are few and strict, and it must not repeat a name
 * anywhere. For one thread.
 */
final class UpdateSourceReader {

    static final int MAX_DEPTH = 10_000;

    /** The parser remembers the names of every open object. */
    private static final int MAX_NAMES = 100_000;

    /** The most characters of all names. */
    static final int MAX_NAME_CHARS = 4 << 20;

    /** The most characters of an unknown name that a refusal repeats. */
    private static final int MAX_REPEATED = 256;
    /** No number or boolean takes so many characters; of a longer text only a part may be here. */
    private static final int LONG_TEXT = 4 << 10;

    private final FetchSourceReader fetchSource;
    private final ScriptReader script = new ScriptReader();
    private final ServerErrors errors;
    private final JsonValues values;

    private boolean begun;
    private @Nullable Field field;
    private String name = "";
    private @Nullable JsonLocation nameAt;
    /** Whether the value of the field has begun and not ended. */
    private boolean inValue;

    private int depth;
    private int names;
    private long nameChars;

    /** Of the action and the source together; the action's own controls may be reused for the next action. */
    private final BulkControls controls = new BulkControls();

    private boolean hasScript;
    private boolean hasDoc;
    private boolean hasUpsert;
    private boolean docAsUpsert;

    private enum Field {
        SCRIPT("script"),
        SCRIPTED_UPSERT("scripted_upsert"),
        UPSERT("upsert"),
        DOC("doc"),
        DOC_AS_UPSERT("doc_as_upsert"),
        DETECT_NOOP("detect_noop"),
        SOURCE("_source"),
        IF_SEQ_NO("if_seq_no"),
        IF_PRIMARY_TERM("if_primary_term");

        private static final List<String> KEYS =
                Arrays.stream(values()).map(field -> field.key).toList();

        private final String key;

        Field(String key) {
            this.key = key;
        }

        private static @Nullable Field of(String name) {
            int index = KEYS.indexOf(name);
            return index < 0 ? null : values()[index];
        }

        private boolean takes(JsonToken token) {
            boolean text = token == JsonToken.VALUE_STRING;
            return switch (this) {
                case SCRIPT -> text || token == JsonToken.START_OBJECT;
                case UPSERT, DOC -> token == JsonToken.START_OBJECT;
                case SCRIPTED_UPSERT, DOC_AS_UPSERT, DETECT_NOOP -> text || token.isBoolean();
                case SOURCE -> text || token.isBoolean() || token.isStructStart();
                case IF_SEQ_NO, IF_PRIMARY_TERM -> text || token.isNumeric();
            };
        }
    }

    UpdateSourceReader(BulkGrammar grammar) {
        this.fetchSource = new FetchSourceReader(grammar);
        this.errors = new ServerErrors(grammar);
        this.values = new JsonValues(grammar);
    }

    /** Begins another source, whose sequence number and term, if it has them, take the place of the action's. */
    void begin(BulkControls ofAction) {
        controls.copy(ofAction);
        begun = false;
        field = null;
        inValue = false;
        names = 0;
        nameChars = 0;
        hasScript = false;
        hasDoc = false;
        hasUpsert = false;
        docAsUpsert = false;
    }

    /** The parser's next token, or none; whether the source is over: nobody looks at what follows. */
    boolean next(JsonParser parser) throws IOException, Malformed {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.FIELD_NAME) {
            names++;
            nameChars += parser.currentName().length();
        }
        if (!begun) {
            if (token != JsonToken.START_OBJECT) {
                throw refuse(parser, "Expected START_OBJECT but was: " + ServerErrors.name(token));
            }
            begun = true;
            return false;
        }
        if (inValue) {
            inValue = !value(parser, false);
            return false;
        }
        if (token == JsonToken.FIELD_NAME) {
            name(parser);
        } else if (token != JsonToken.END_OBJECT) {
            beginValue(token, parser);
        }
        return token == JsonToken.END_OBJECT;
    }

    private void name(JsonParser parser) throws IOException {
        name = parser.currentName();
        nameAt = parser.currentTokenLocation();
        field = Field.of(name);
    }

    private void beginValue(JsonToken token, JsonParser parser) throws Malformed {
        if (field == null) {
            throw ServerErrors.update(
                    nameAt == null ? parser.currentTokenLocation() : nameAt,
                    "[UpdateRequest] unknown field [" + repeated() + "]" + Suggestions.of(name, Field.KEYS));
        }
        if (!field.takes(token)) {
            throw refuse(parser, name + " doesn't support values of type: " + ServerErrors.name(token));
        }
        inValue = !value(parser, true);
    }

    private String repeated() {
        return name.length() <= MAX_REPEATED
                ? name
                : name.substring(0, MAX_REPEATED) + "... (" + name.length() + " characters)";
    }

    /** Takes a token of the field's value; whether it is the last. */
    private boolean value(JsonParser parser, boolean begins) throws Malformed {
        try {
            return switch (field) {
                case null -> throw new IllegalStateException("no field");
                case SCRIPT -> {
                    hasScript = true;
                    yield begins ? script.begin(parser) : script.next(parser);
                }
                case SOURCE -> begins ? fetchSource.begin(parser) : fetchSource.next(parser);
                case DOC, UPSERT -> document(parser.currentToken(), begins);
                default -> {
                    simple(field, parser);
                    yield true;
                }
            };
        } catch (IOException | Malformed e) {
            throw failed(parser);
        }
    }

    private void simple(Field simple, JsonParser parser) throws IOException, Malformed {
        if (parser.currentToken() == JsonToken.VALUE_STRING && parser.getTextLength() > LONG_TEXT) {
            throw Malformed.argument("a long text");
        }
        switch (simple) {
            case IF_SEQ_NO -> controls.ifSeqNo(values.longValue(parser));
            case IF_PRIMARY_TERM -> controls.ifPrimaryTerm(values.longValue(parser));
            case DOC_AS_UPSERT -> docAsUpsert = JsonValues.booleanValue(parser);
            default -> JsonValues.booleanValue(parser);
        }
    }

    private boolean document(JsonToken token, boolean begins) {
        if (begins) {
            depth = 0;
            hasDoc |= field == Field.DOC;
            hasUpsert |= field == Field.UPSERT;
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        return depth == 0;
    }

    /** Whether the source is larger than what can be followed. */
    boolean isTooLarge() {
        return depth > MAX_DEPTH || names > MAX_NAMES || nameChars > MAX_NAME_CHARS;
    }

    /** Why a source of that many bytes is refused if the parser cannot go on. */
    Malformed unreadable(IOException e, JsonParser parser, int length) {
        return inValue ? failed(parser) : errors.of(e, 1, length);
    }

    private Malformed failed(JsonParser parser) {
        return refuse(parser, "failed to parse field [" + name + "]");
    }

    private static Malformed refuse(JsonParser parser, String reason) {
        return ServerErrors.update(parser.currentTokenLocation(), "[UpdateRequest] " + reason);
    }

    /** The combined controls of action and source. */
    BulkControls controls() {
        return controls;
    }

    boolean hasScript() {
        return hasScript;
    }

    boolean hasDoc() {
        return hasDoc;
    }

    boolean hasUpsert() {
        return hasUpsert;
    }

    boolean isDocAsUpsert() {
        return docAsUpsert;
    }
}
