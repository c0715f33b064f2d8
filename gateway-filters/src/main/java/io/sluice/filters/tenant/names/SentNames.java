package io.sluice.filters.tenant.names;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of one expression as they are sent, from left to right. Servers take a leading hyphen for an exclusion only behind a wildcard. Where
 * a client's wildcards became plain names, the gateway leaves out what the client excludes. For one expression.
 */
final class SentNames {

    /** Before the first wildcard. */
    private final Set<String> plain = new LinkedHashSet<>();

    private final List<String> behind = new ArrayList<>();
    private boolean wildcard;
    /** Whether some of them are date math. */
    private boolean dated;

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
                wildcard |= name.indexOf('*') >= 0;
                dated |= name.startsWith("<");
                if (wildcard) {
                    behind.add(name);
                } else {
                    plain.add(name);
                }
            }
        }
        return true;
    }

    // The server knows what date math means, and which indices are behind an alias that a wildcard fits.
    private boolean exclude(String excluded) {
        if (dated || excluded.startsWith("<") || excluded.indexOf('*') >= 0) {
            return false;
        }
        plain.remove(excluded);
        return true;
    }

    boolean isEmpty() {
        return plain.isEmpty() && behind.isEmpty();
    }

    @Override
    public String toString() {
        List<String> all = new ArrayList<>(plain);
        all.addAll(behind);
        return String.join(",", all);
    }
}
