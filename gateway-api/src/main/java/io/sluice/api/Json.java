package io.sluice.api;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** One complete JSON value in UTF-8, without a line break; immutable and checked when it is made. */
public final class Json {

    private final byte[] utf8;

    private Json(String text) {
        this.utf8 = text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Takes a JSON text as it is.
     *
     * @throws IllegalArgumentException if it is not exactly one JSON value (RFC 8259), or contains a line break
     */
    public static Json parse(String text) {
        JsonText.check(text);
        return new Json(text);
    }

    /** A JSON string with the given content, whatever it contains. */
    public static Json string(String content) {
        return new Json(JsonText.quote(content));
    }

    public static Json number(long value) {
        return new Json(Long.toString(value));
    }

    public static Json bool(boolean value) {
        return new Json(Boolean.toString(value));
    }

    /**
     * A plan that decides about one place of a request's body while it streams: {@link JsonRule.Decide} alone. For several places, or
     * where every nanosecond counts, keep {@link JsonRules}.
     *
     * @throws IllegalArgumentException if the pointer is malformed
     */
    public static RequestPlan at(RequestHead head, String pointer, Function<JsonCursor, JsonEdit> decision) {
        return JsonRules.of(new JsonRule.Decide(pointer, decision)).plan(head);
    }

    /** The same for an answer's body. */
    public static ResponsePlan at(ResponseHead head, String pointer, Function<JsonCursor, JsonEdit> decision) {
        return JsonRules.of(new JsonRule.Decide(pointer, decision)).plan(head);
    }

    static Json errorBody(int status, String type, String reason) {
        String cause = "\"type\":" + JsonText.quote(type) + ",\"reason\":" + JsonText.quote(reason);
        return new Json("{\"error\":{\"root_cause\":[{" + cause + "}]," + cause + "},\"status\":" + status + "}");
    }

    /** The text in UTF-8; not to be changed. */
    public byte[] utf8() {
        return utf8;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Json json && java.util.Arrays.equals(utf8, json.utf8);
    }

    @Override
    public int hashCode() {
        return java.util.Arrays.hashCode(utf8);
    }

    @Override
    public String toString() {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
