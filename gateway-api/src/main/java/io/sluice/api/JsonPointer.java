package io.sluice.api;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads JSON pointers (RFC 6901). */
final class JsonPointer {

    private static final Pattern BAD_ESCAPE = Pattern.compile("~(?![01])");

    private JsonPointer() {}

    /** The decoded segments; empty for the empty pointer, which means the whole body. */
    static List<String> segments(String pointer) {
        if (pointer.isEmpty()) {
            return List.of();
        }
        if (pointer.charAt(0) != '/' || BAD_ESCAPE.matcher(pointer).find()) {
            throw new IllegalArgumentException(
                    "not a JSON pointer, expected for example /query/size (~1 for '/', ~0 for '~'): " + pointer);
        }
        List<String> segments = new ArrayList<>();
        for (String segment : pointer.substring(1).split("/", -1)) {
            segments.add(segment.replace("~1", "/").replace("~0", "~"));
        }
        return segments;
    }

    /** Whether the segment is an array position. */
    static boolean isIndex(String segment) {
        return segment.length() <= 9 && segment.matches("0|[1-9]\\d*");
    }
}
