package io.sluice.bulk;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Reads simple values as Elasticsearch does, strings where numbers or booleans are wanted included. Stateless. */
final class JsonValues {

    private static final int LONG_DIGITS = 19;
    private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);

    private JsonValues() {}

    /** A whole number; what follows the decimal point is dropped. */
    static long longValue(JsonParser parser) throws IOException, Malformed {
        return parser.currentToken() == JsonToken.VALUE_STRING ? longValue(parser.getText()) : parser.getLongValue();
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
            if (decimal.scale() < -LONG_DIGITS) {
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
    static int intValue(JsonParser parser) throws IOException, Malformed {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            return parser.getIntValue();
        }
        String text = parser.getText();
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
    static boolean booleanValue(JsonParser parser) throws IOException, Malformed {
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
