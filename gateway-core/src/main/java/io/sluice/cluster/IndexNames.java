package io.sluice.cluster;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Names of indices, aliases and data streams as they stand in paths. Stateless. */
final class IndexNames {
    /** The longest name that a server takes, in bytes. */
    private static final int MAX_BYTES = 255;
    /** The most bytes of escaped names in one path: by default servers refuse a request line of more than 4096. */
    private static final int MAX_PATH_BYTES = 3000;

    private static final String FORBIDDEN = "\\/*?\"<>| ,#:";
    private static final String UNRESERVED = "-._~";

    private IndexNames() {}

    /** Whether a name has more characters than a server takes bytes. */
    static boolean isTooLong(String name) {
        return name.length() > MAX_BYTES;
    }

    /** Whether a server could have something of that name; false for expressions such as date math and wildcards. */
    static boolean possible(String name) {
        if (name.isEmpty() || isTooLong(name) || "_-+".indexOf(name.charAt(0)) >= 0) {
            return false;
        }
        boolean legible = name.codePoints()
                .noneMatch(c -> FORBIDDEN.indexOf(c) >= 0
                        || Character.isISOControl(c)
                        || Character.getType(c) == Character.SURROGATE);
        return legible
                && !name.equals(".")
                && !name.equals("..")
                && name.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }

    /** The names, escaped and joined by commas, in as many paths as needed. */
    static List<String> paths(Collection<String> names) {
        List<String> paths = new ArrayList<>();
        StringBuilder path = new StringBuilder();
        for (String name : names) {
            String escaped = escape(name);
            if (!path.isEmpty() && path.length() + escaped.length() >= MAX_PATH_BYTES) {
                paths.add(path.toString());
                path.setLength(0);
            }
            path.append(path.isEmpty() ? "" : ",").append(escaped);
        }
        if (!path.isEmpty()) {
            paths.add(path.toString());
        }
        return paths;
    }

    /** Where a path of several names is cut in two, at a comma; -1 if it has one name. */
    static int middle(String path) {
        int comma = path.indexOf(',', path.length() / 2);
        return comma < 0 ? path.lastIndexOf(',') : comma;
    }

    private static String escape(String name) {
        StringBuilder escaped = new StringBuilder(name.length());
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9';
            if (plain || UNRESERVED.indexOf(b) >= 0) {
                escaped.append((char) b);
            } else {
                escaped.append('%').append(String.format("%02X", b & 0xff));
            }
        }
        return escaped.toString();
    }
}
