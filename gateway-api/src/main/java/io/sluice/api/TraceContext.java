package io.sluice.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of a request in a trace, as the header {@code traceparent} of the W3C's recommendation Trace Context tells it.
 *
 * @param traceId 32 hexadecimal digits in lower case, not all 0
 * @param parentId what the caller calls its own part: 16 hexadecimal digits in lower case, not all 0
 * @param sampled whether the caller records the trace
 */
public record TraceContext(String traceId, String parentId, boolean sampled) {

    private static final String HEADER = "traceparent";
    private static final int LENGTH = 55;
    private static final int TRACE = 3;
    private static final int PARENT = 36;
    private static final int FLAGS = 53;

    /** The place that a request's head tells; null if it tells none, more than one, or one that is not valid. */
    public static @Nullable TraceContext of(Headers headers) {
        if (!headers.contains(HEADER)) {
            return null;
        }
        List<String> values = headers.all(HEADER);
        return values.size() == 1 ? parse(values.getFirst()) : null;
    }

    private static @Nullable TraceContext parse(String text) {
        if (!isFramed(text) || !isId(text, TRACE, PARENT - 1) || !isId(text, PARENT, FLAGS - 1)) {
            return null;
        }
        boolean sampled = (Character.digit(text.charAt(LENGTH - 1), 16) & 1) == 1;
        return new TraceContext(text.substring(TRACE, PARENT - 1), text.substring(PARENT, FLAGS - 1), sampled);
    }

    // Later versions may append to what version 00 has.
    private static boolean isFramed(String text) {
        return text.length() >= LENGTH
                && text.charAt(TRACE - 1) == '-'
                && text.charAt(PARENT - 1) == '-'
                && text.charAt(FLAGS - 1) == '-'
                && isHex(text, 0, TRACE - 1)
                && isHex(text, FLAGS, LENGTH)
                && !text.startsWith("ff")
                && (text.length() == LENGTH || !text.startsWith("00") && text.charAt(LENGTH) == '-');
    }

    private static boolean isId(String text, int from, int to) {
        return isHex(text, from, to) && text.substring(from, to).chars().anyMatch(c -> c != '0');
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return true;
    }
}
