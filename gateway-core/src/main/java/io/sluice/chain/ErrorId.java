package io.sluice.chain;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Puts the id of a request into an error, as {@link io.sluice.api.Reply#error} writes it. Stateless. */
final class ErrorId {
    private static final byte[] BEGIN = ascii("{\"error\":{\"root_cause\":[{");
    private static final byte[] BEGIN_OF_BULKS = ascii("{\"errors\":true,\"error\":{\"root_cause\":[{");
    private static final byte[] END = ascii("},\"status\":");
    /** The end of an error: what closes its description, a status of three digits, a brace. */
    private static final int END_LENGTH = END.length + 4;

    private ErrorId() {}

    /** The body with {@code request_id} as the last member of {@code error}; any other body as it is. */
    static byte[] in(byte[] body, String id) {
        int end = body.length - END_LENGTH;
        boolean error = end > 0 && (begins(body, BEGIN) || begins(body, BEGIN_OF_BULKS)) && ends(body, end);
        if (!error) {
            return body;
        }
        byte[] member = ascii(",\"request_id\":\"" + id + "\"");
        byte[] named = Arrays.copyOf(body, body.length + member.length);
        System.arraycopy(member, 0, named, end, member.length);
        System.arraycopy(body, end, named, end + member.length, END_LENGTH);
        return named;
    }

    private static boolean begins(byte[] body, byte[] with) {
        return body.length >= with.length && Arrays.equals(body, 0, with.length, with, 0, with.length);
    }

    private static boolean ends(byte[] body, int from) {
        return Arrays.equals(body, from, from + END.length, END, 0, END.length) && body[body.length - 1] == '}';
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
