package io.sluice.filters.search;

import java.util.List;
import java.util.Set;

/**
 * What patterns of names cost servers. Elasticsearch 7.17 compares a name by trying all places for each wildcard ({@code Regex.simpleMatch}),
 * on the threads that serve everybody: the time is the name's length to the power of the wildcards behind the first. A thousand names of 230
 * bytes and one pattern with three wildcards kept a node for more than a minute, 60 of {@code l*a*b} for 7 s. OpenSearch 2.19 takes a time that
 * grows with the text between wildcards: four patterns with 64 characters took 1.7 s. Stateless.
 */
public final class NamePatterns {

    /** Characters of the longest name of an index that a server takes: it counts bytes, of which there may be more. */
    public static final int LONGEST = 255;

    private static final int MOST = 2;
    private static final int MOST_BETWEEN = 64;
    /** So many count where there are fewer, since all places are tried for one, too. */
    private static final int LEAST_BETWEEN = 8;

    /** Characters between the wildcards of all names in one request. */
    public static final int MOST_TOGETHER = 256;

    /** A list of names. */
    public static final Bound NAMES = new Bound(
            list -> !areDear(list),
            "names with at most " + MOST + " wildcards and " + MOST_BETWEEN + " characters between them, "
                    + MOST_TOGETHER + " in all together, and dates of few optional parts");

    /** Why a name is not sent. */
    public static final String WHY = "a name must not have more than " + MOST + " wildcards, nor more than "
            + MOST_BETWEEN + " characters between them";

    /** Why the names of a request are not sent. */
    public static final String WHY_TOGETHER =
            "the names of a request must not have more than " + MOST_TOGETHER + " characters between wildcards";

    /** In the place of what cannot be decoded. */
    private static final char REPLACEMENT = '\uFFFD';

    /** Parts of a field's name, with those of the fields that it is within. */
    public static final int MOST_PARTS = 100;

    /** Why a field's name is not sent. */
    public static final String WHY_DEEP =
            "the name of a field must not have more than " + MOST_PARTS + " parts, with those of the fields around it";

    /** Behind these in a path, as behind a type, there is the id of a document, which is no pattern. */
    private static final Set<String> OF_IDS =
            Set.of("_doc", "_create", "_update", "_source", "_explain", "_termvectors", "_mlt", "_percolate");

    private NamePatterns() {}

    /**
     * Whether a field's name has more parts than is sent. A server makes an object of each and calls itself for it: a mapping with a name of 4,000
     * ended the thread of Elasticsearch 7.17 that updates the state of the cluster, and one of 1,000 kept a thread for 20 seconds.
     */
    public static boolean isDeep(String name) {
        return parts(name) > MOST_PARTS;
    }

    /** How many parts a field's name has. */
    public static int parts(String name) {
        return (int) SearchBounds.count(name, '.') + 1;
    }

    /**
     * Whether a character is, or may have been, half a surrogate pair. A server tries to make an index of such a name, cannot store the state of its
     * cluster then, and tries again until the time of the request is over: meanwhile nobody can make an index or a field.
     */
    public static boolean isHalfPair(String name, int at) {
        char c = name.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == name.length() || !Character.isLowSurrogate(name.charAt(at + 1));
        }
        boolean low = Character.isLowSurrogate(c);
        return c == REPLACEMENT || low && (at == 0 || !Character.isHighSurrogate(name.charAt(at - 1)));
    }

    /** Whether a name costs more than is sent; wildcards that follow each other are one. */
    public static boolean isDear(String name) {
        int first = name.indexOf('*');
        if (first < 0) {
            return false;
        }
        int groups = 0;
        for (int i = first; i >= 0 && groups <= MOST; i = name.indexOf('*', i + 1)) {
            groups += i == 0 || name.charAt(i - 1) != '*' ? 1 : 0;
        }
        return groups > MOST || between(name, first) > MOST_BETWEEN;
    }

    /** How many characters stand between wildcards in the names of a list; less than eight count as eight. */
    public static int between(String list) {
        if (list.indexOf('*') < 0) {
            return 0;
        }
        int all = 0;
        for (String name : list.split(",")) {
            int first = name.indexOf('*');
            all += first < 0 ? 0 : between(name, first);
        }
        return all;
    }

    private static int between(String name, int first) {
        int between = name.lastIndexOf('*') - first - 1;
        return between <= 0 ? 0 : Math.max(LEAST_BETWEEN, between);
    }

    /** Whether the names in a list of a request cost more than is sent, each or together. */
    public static boolean areDear(String list) {
        return isAnyDear(list) || between(list) > MOST_TOGETHER || hasDeepDate(list);
    }

    // A server's parser calls itself for each optional part of a date's format, as of any other.
    private static boolean hasDeepDate(String list) {
        int from = list.indexOf('<');
        return from >= 0 && DateFormats.hasManyOptionalParts(list.substring(from));
    }

    /** Whether one of the names in a list costs more than is sent. */
    public static boolean isAnyDear(String list) {
        if (list.indexOf('*') < 0) {
            return false;
        }
        for (String name : list.split(",")) {
            if (isDear(name)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a path has names that cost more than is sent.
     *
     * @param segments the path's, decoded
     */
    public static boolean areDearIn(List<String> segments) {
        if (segments.stream().noneMatch(segment -> segment.indexOf('*') >= 0 || segment.indexOf('[') >= 0)) {
            return false;
        }
        int id = positionOfId(segments);
        for (int i = 0; i < segments.size(); i++) {
            if (i != id && areDear(segments.get(i))) {
                return true;
            }
        }
        return false;
    }

    // Where an endpoint stands at the position of an id, it has no wildcard.
    private static int positionOfId(List<String> segments) {
        boolean ofIndex = segments.size() > 2 && !segments.get(0).startsWith("_");
        if (!ofIndex) {
            return -1;
        }
        String second = segments.get(1);
        return !second.startsWith("_") || OF_IDS.contains(second) ? 2 : -1;
    }
}
