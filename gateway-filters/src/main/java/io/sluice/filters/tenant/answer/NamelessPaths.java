package io.sluice.filters.tenant.answer;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Judges the {@code filter_path} of answers in which names of indices are members. The cluster's names differ from the
 * tenant's, so no path may name an index. Stateless.
 */
public final class NamelessPaths {

    private static final String INDICES = "indices";

    /** The gateway computes it anew from the numbers that precede it. */
    private static final List<String> SHARE = List.of("active_shards_percent_as_number");

    private static final Set<String> OF_SHARE = Set.of("active_shards", "initializing_shards", "unassigned_shards");

    /** A path of no more segments shows or hides the whole mapping of each index. */
    private static final int OF_WHOLE_PARTS = 2;

    private NamelessPaths() {}

    /**
     * Whether the paths may be sent for the health of indices. They must not show the share of active shards without the
     * numbers that it is computed from.
     */
    public static boolean mayBeOfHealth(String paths) {
        return paths(paths).allMatch(NamelessPaths::isOfHealth)
                && (!shows(paths, SHARE) || OF_SHARE.stream().allMatch(name -> shows(paths, List.of(name))));
    }

    /**
     * Whether the paths may be sent for an answer with one member per index. They must show the same of each index.
     *
     * @param whole whether they must show the whole mapping or none of it, because the cluster has it in another form
     */
    public static boolean mayBeByIndex(String paths, boolean whole) {
        return paths(paths).allMatch(path -> {
            AnswerPattern pattern = AnswerPattern.parse(withoutMinus(path));
            return pattern != null
                    && pattern.segments().getFirst().equals(AnswerPattern.ANY)
                    && (!whole
                            || pattern.segments().size() <= OF_WHOLE_PARTS
                                    && !pattern.segments().getLast().equals(AnswerPattern.ANY_DEPTH));
        });
    }

    private static boolean isOfHealth(String path) {
        AnswerPattern pattern = AnswerPattern.parse(withoutMinus(path));
        if (pattern == null) {
            return false;
        }
        String first = pattern.names().getFirst();
        if (pattern.segments().size() == 1) {
            return true;
        }
        return first.equals(INDICES) ? pattern.segments().get(1).equals(AnswerPattern.ANY) : first.indexOf('*') < 0;
    }

    private static boolean shows(String paths, List<String> member) {
        boolean asks = paths(paths).anyMatch(path -> !path.startsWith("-"));
        return (!asks || paths(paths).anyMatch(path -> !path.startsWith("-") && covers(path, member)))
                && paths(paths).noneMatch(path -> path.startsWith("-") && covers(withoutMinus(path), member));
    }

    private static boolean covers(String path, List<String> member) {
        AnswerPattern pattern = AnswerPattern.parse(path);
        return pattern != null && pattern.covers(member);
    }

    private static Stream<String> paths(String value) {
        return Stream.of(value.split(","))
                .map(String::trim)
                .filter(path -> !withoutMinus(path).isEmpty());
    }

    private static String withoutMinus(String path) {
        return path.startsWith("-") ? path.substring(1).trim() : path;
    }
}
