package io.sluice.bulk.verdict;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.sluice.bulk.verdict.BulkGrammar.Trait;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Reads simple values as Elasticsearch does, strings where numbers or booleans are wanted included. Immutable. */
public final class JsonValues {

    private static final int LONG_DIGITS = 19;
    private static final int MAX_DIGITS = 1_000;
    private static final int MOST_SCALE = 10_000;
    private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);

    private final BulkGrammar grammar;
    private final ServerErrors errors;

    public JsonValues(BulkGrammar grammar) {
        this.grammar = grammar;
        this.errors = new ServerErrors(grammar);
    }

    /** A whole number; what follows the decimal point is dropped. */
    public long longValue(JsonParser parser) throws IOException, Malformed {
        return parser.currentToken() == JsonToken.VALUE_STRING ? longValue(digits(parser)) : parser.getLongValue();
    }

    // Newer servers read such a text in a special way.
    private String digits(JsonParser parser) throws IOException, Malformed {
        if (!grammar.has(Trait.NUMERIC_TEXTS)) {
            return parser.getText();
        }
        String text;
        try {
            text = parser.getText();
        } catch (JsonEOFException e) {
            long read = e.getLocation().getByteOffset()
                    - parser.currentTokenLocation().getByteOffset();
            if (read > 1) {
                throw e;
            }
            // That special way does not expect a text to end with its opening quote; the others do.
            throw errors.internal("json_e_o_f_exception", e.getMessage());
        }
        if (text.length() > MAX_DIGITS) {
            throw Malformed.argument(
                    "Numeric value length [" + text.length() + "] exceeds the maximum of [" + MAX_DIGITS + "]");
        }
        return text;
    }

    private static long longValue(String text) throws Malformed {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return roundedLong(text);
        }
    }

    private static long roundedLong(String text) throws Malformed {
        BigInteger whole;
        try {
            BigDecimal decimal = new BigDecimal(text);
            // A server would compute as many digits as a scale has, on a thread that serves others.
            if (decimal.scale() < -LONG_DIGITS || decimal.scale() > MOST_SCALE) {
                throw outOfRange(text, "a long");
            }
            whole = decimal.scale() > LONG_DIGITS ? BigInteger.ZERO : decimal.toBigInteger();
        } catch (NumberFormatException e) {
            throw Malformed.argument("For input string: \"" + text + "\"");
        }
        if (whole.compareTo(MAX_LONG) > 0 || whole.compareTo(MIN_LONG) < 0) {
            throw outOfRange(text, "a long");
        }
        return whole.longValue();
    }

    /** A whole number of 32 bits. */
    public int intValue(JsonParser parser) throws IOException, Malformed {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            return parser.getIntValue();
        }
        String text = digits(parser);
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new Malformed(400, "number_format_exception", String.valueOf(e.getMessage()));
        }
        if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
            throw outOfRange(text, "an integer");
        }
        return (int) value;
    }

    private static Malformed outOfRange(String text, String type) {
        return Malformed.argument("Value [" + text + "] is out of range for " + type);
    }

    /** A boolean; an empty string is false. */
    public static boolean booleanValue(JsonParser parser) throws IOException, Malformed {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            return parser.getBooleanValue();
        }
        String text = parser.getText();
        return switch (text) {
            case "true" -> true;
            case "false", "" -> false;
            default ->
                throw Malformed.argument("Failed to parse value [" + text + "] as only [true] or [false] are allowed.");
        };
    }
}
