package io.sluice.filters.tenant.names;

import io.sluice.filters.match.Glob;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of one expression as they are sent, from left to right. Servers take a leading hyphen for an exclusion only behind a wildcard. Where
 * a client's wildcards became plain names, the gateway leaves out what the client excludes. For one expression.
 */
final class SentNames {

    private final List<String> names = new ArrayList<>();
    private boolean wildcard;

    /**
     * Adds names, of which those with a hyphen are exclusions.
     *
     * @param list names with commas between them; empty where nothing is meant
     * @return false if the gateway cannot tell what is excluded
     */
    boolean add(String list) {
        for (String name : list.split(",")) {
            if (name.startsWith("-") && !wildcard) {
                if (!exclude(name.substring(1))) {
                    return false;
                }
            } else if (!name.isEmpty()) {
                names.add(name);
                wildcard |= name.indexOf('*') >= 0;
            }
        }
        return true;
    }

    // The server knows what date math means.
    private boolean exclude(String pattern) {
        if (pattern.startsWith("<") || names.stream().anyMatch(name -> name.startsWith("<"))) {
            return false;
        }
        names.removeIf(name -> Glob.matches(pattern, name));
        return true;
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    @Override
    public String toString() {
        return String.join(",", names);
    }
}
