package io.sluice.filters.queryguard;

import org.jspecify.annotations.Nullable;

/**
 * What a list of indices asks for, by how it is written: a wildcard counts once, whatever it matches.
 *
 * @param count of names and wildcards
 * @param isAll whether it means all indices of some cluster
 * @param hasWildcard whether a wildcard is among them, or all are meant
 */
record IndexExpression(int count, boolean isAll, boolean hasWildcard) {

    /** No name so far. */
    static final IndexExpression NOTHING = new IndexExpression(0, false, false);

    private static final IndexExpression ALL = new IndexExpression(1, true, true);

    /** Reads a list as servers split it; null or an empty one means all. */
    static IndexExpression of(@Nullable String list) {
        return list == null ? ALL : NOTHING.with(list).meant();
    }

    /** These names and those of a further list, as servers split it. */
    IndexExpression with(String list) {
        int more = count;
        boolean all = isAll;
        boolean wildcard = hasWildcard;
        for (String name : list.split(",")) {
            if (name.isBlank()) {
                continue;
            }
            String local = resolved(name.strip());
            more++;
            all |= local.equals("_all") || isOnlyStars(local);
            boolean ofClusters = !isDateMath(name.strip()) && name.indexOf('*') >= 0;
            wildcard |= ofClusters || local.indexOf('*') >= 0 || local.equals("_all");
        }
        return new IndexExpression(more, all, wildcard);
    }

    /** What the names mean where no more follow: none means all. */
    IndexExpression meant() {
        return count == 0 ? ALL : this;
    }

    private static String resolved(String name) {
        String local = isDateMath(name) ? name : withoutCluster(name);
        return isDateMath(local) ? withoutDates(local) : local;
    }

    private static boolean isDateMath(String name) {
        return name.startsWith("<") && name.indexOf('>') > 0;
    }

    // Servers replace what braces enclose by a date, and look for wildcards then: what is left of the name is what it
    // has in any case, and a date's format can write anything that is quoted or no letter.
    private static String withoutDates(String name) {
        StringBuilder rest = new StringBuilder();
        int open = 0;
        for (char c : name.substring(1, name.lastIndexOf('>')).toCharArray()) {
            if (c == '{') {
                open++;
            } else if (c == '}') {
                open--;
            } else if (open > 0 && (c == '*' || c == '\'')) {
                return "*";
            } else if (open == 0 && c != '\\') {
                rest.append(c);
            }
        }
        return rest.toString();
    }

    // A remote cluster's name stands before a colon, and a selector of components behind two.
    private static String withoutCluster(String name) {
        int selector = name.indexOf("::");
        String index = selector < 0 ? name : name.substring(0, selector);
        return index.substring(index.indexOf(':') + 1);
    }

    private static boolean isOnlyStars(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> c == '*');
    }
}
