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

    /** Adds names with commas between them; an empty text where nothing is meant. */
    void add(String list) {
        for (String name : list.split(",")) {
            if (!name.isEmpty()) {
                wildcard |= name.indexOf('*') >= 0;
                dated |= name.startsWith("<");
                if (wildcard) {
                    behind.add(name);
                } else {
                    plain.add(name);
                }
            }
        }
    }

    /**
     * Excludes what was added before.
     *
     * @param list names within the layout, with commas between them; an empty text where none is meant
     * @param whole the same as one name or wildcard, which may fit aliases too; it takes away only, so that it need not be within the layout
     * @return false if the gateway cannot tell what is excluded
     */
    boolean exclude(String list, String whole) {
        if (wildcard) {
            behind.add("-" + whole);
            return true;
        }
        // The server knows what date math means, and which indices are behind an alias that a wildcard fits.
        if (dated || list.startsWith("<") || list.indexOf('*') >= 0) {
            return false;
        }
        for (String name : list.split(",")) {
            plain.remove(name);
        }
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
