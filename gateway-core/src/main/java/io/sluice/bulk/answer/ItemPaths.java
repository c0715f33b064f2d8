package io.sluice.bulk.answer;

import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The paths of {@code filter_path} that lead into the items of a bulk's answer, as servers read them: {@code *} matches any
 * characters of a name, {@code **} one or more names. Stateless.
 */
public final class ItemPaths {

    private static final List<String> OPERATIONS = List.of("index", "create", "update", "delete");
    /** Members that every item has, whether it failed or not. */
    private static final List<String> OF_EACH = List.of("_index", "status");

    private static final String ANY_DEPTH = "**";

    private ItemPaths() {}

    /** Whether a server that is asked so shows something of each item, so that the place of an item says which it is. */
    public static boolean keepEach(RequestTarget target) {
        return keepEach(target.parameter("filter_path"));
    }

    private static boolean keepEach(@Nullable String filter) {
        if (filter == null) {
            return true;
        }
        List<String> paths = Stream.of(filter.split(","))
                .map(String::strip)
                .filter(path -> !path.isEmpty())
                .toList();
        List<String> includes =
                paths.stream().filter(path -> !path.startsWith("-")).toList();
        List<String> excludes = paths.stream()
                .filter(path -> path.startsWith("-"))
                .map(path -> path.substring(1))
                .toList();
        return OPERATIONS.stream()
                .allMatch(operation -> OF_EACH.stream()
                        .map(member -> List.of("items", operation, member))
                        .anyMatch(names ->
                                (includes.isEmpty() || isCovered(names, includes)) && !isCovered(names, excludes)));
    }

    private static boolean isCovered(List<String> names, List<String> paths) {
        return paths.stream().anyMatch(path -> covers(path, names));
    }

    /** Whether the path matches the member or an object around it. */
    private static boolean covers(String path, List<String> names) {
        // Bit i says that the path so far matches the first i names.
        int matched = 1;
        for (String segment : path.split("\\.", -1)) {
            int next = 0;
            for (int i = 0; i < names.size(); i++) {
                if ((matched & 1 << i) == 0) {
                    continue;
                }
                if (segment.equals(ANY_DEPTH)) {
                    next |= (2 << names.size()) - (2 << i);
                } else if (matches(segment, names.get(i))) {
                    next |= 2 << i;
                }
            }
            matched = next;
        }
        return matched != 0;
    }

    private static boolean matches(String pattern, String name) {
        String[] parts = pattern.split("\\*", -1);
        if (parts.length == 1) {
            return pattern.equals(name);
        }
        if (!name.startsWith(parts[0])) {
            return false;
        }
        int at = parts[0].length();
        for (int i = 1; i < parts.length - 1; i++) {
            int found = name.indexOf(parts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[i].length();
        }
        String last = parts[parts.length - 1];
        return name.length() - at >= last.length() && name.endsWith(last);
    }
}
