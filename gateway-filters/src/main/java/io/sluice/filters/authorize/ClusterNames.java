package io.sluice.filters.authorize;

import io.sluice.filters.match.Glob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The names of some clusters, and what they stand for: indices, aliases and data streams. Immutable. */
final class ClusterNames {
    /** A name of so many characters counts as two when wildcards are compared. */
    private static final int SHORT = 50;
    /** And a name of so many indices as one more, as what is left out is sought among them. */
    private static final int FEW = 10;

    /** Nothing is known; names stand for themselves. */
    static final ClusterNames NONE = new ClusterNames(new TreeMap<>(), true, List.of());

    private final SortedMap<String, Entry> names;
    private final boolean streamsHaveAliases;
    /** Aliases of indices that are hidden for themselves, not as the index of a data stream. */
    private final Set<String> aliasesOfHidden = new HashSet<>();

    private final long comparisons;
    private final List<Gap> gaps;

    private ClusterNames(SortedMap<String, Entry> names, boolean streamsHaveAliases, List<Gap> gaps) {
        this.names = names;
        this.streamsHaveAliases = streamsHaveAliases;
        this.gaps = gaps;
        Set<String> hidden = new HashSet<>();
        names.forEach((name, entry) -> {
            if (entry.hidden && entry.behind.contains(name)) {
                hidden.add(name);
            }
        });
        long sum = 0;
        for (Map.Entry<String, Entry> each : names.entrySet()) {
            sum += 1 + each.getKey().length() / SHORT + each.getValue().behind.size() / FEW;
            if (each.getValue().alias && !Collections.disjoint(each.getValue().behind, hidden)) {
                aliasesOfHidden.add(each.getKey());
            }
        }
        this.comparisons = sum;
    }

    /**
     * What one name stands for.
     *
     * @param behind the indices behind an alias or a data stream; of an index its data stream, or itself
     * @param alias whether it is an alias
     * @param stream whether it is a data stream
     * @param closed whether it is an index that is closed
     * @param hidden whether wildcards pass it over
     */
    private record Entry(Set<String> behind, boolean alias, boolean stream, boolean closed, boolean hidden) {
        Entry with(Entry other) {
            Set<String> all = new HashSet<>(behind);
            all.addAll(other.behind);
            return new Entry(
                    Set.copyOf(all),
                    alias || other.alias,
                    stream || other.stream,
                    closed && other.closed,
                    hidden && other.hidden);
        }
    }

    /**
     * What was not read of one cluster.
     *
     * @param read its names that were
     * @param patterns that its other aliases may fit
     */
    private record Gap(Set<String> read, List<String> patterns) {

        boolean mayHave(String name) {
            return !read.contains(name) && patterns.stream().anyMatch(pattern -> Glob.matches(pattern, name));
        }

        /** Whether an alias may fit a wildcard, for all that the two begin with. */
        boolean mayFit(String wildcard) {
            String start = start(wildcard);
            return patterns.stream()
                    .map(Gap::start)
                    .anyMatch(other -> start.startsWith(other) || other.startsWith(start));
        }

        private static String start(String wildcard) {
            return wildcard.substring(0, wildcard.indexOf('*'));
        }
    }

    /**
     * Which names a wildcard may stand for, as {@code expand_wildcards} says.
     *
     * @param forAliases whether they are names of which the aliases are read or changed
     * @param forStreams whether they are names of data streams, not of their indices
     */
    record Expansion(boolean open, boolean closed, boolean hidden, boolean forAliases, boolean forStreams) {
        private static final Expansion OPEN = new Expansion(true, false, false, false, false);
        private static final Expansion NONE = new Expansion(false, false, false, false, false);

        /** Reads the value of the parameter as servers do, from left to right; null means open indices. */
        static Expansion of(@Nullable String parameter) {
            if (parameter == null) {
                return OPEN;
            }
            Expansion read = NONE;
            for (String word : parameter.toLowerCase(Locale.ROOT).split(",")) {
                read = word.equals("none") ? NONE : read.and(word);
            }
            return read;
        }

        private Expansion and(String word) {
            boolean all = word.equals("all");
            return new Expansion(
                    open || all || word.equals("open"),
                    closed || all || word.equals("closed"),
                    hidden || all || word.equals("hidden"),
                    forAliases,
                    forStreams);
        }

        /** The same where the aliases of the names are read or changed. */
        Expansion aboutAliases() {
            return new Expansion(open, closed, hidden, true, forStreams);
        }

        /** The same where data streams are asked for by their names. */
        Expansion namingStreams() {
            return new Expansion(open, closed, hidden, forAliases, true);
        }

        boolean isNone() {
            return !open && !closed && !hidden;
        }
    }

    /**
     * Reads the answer of {@code GET /_resolve/index/*} without {@code indices.aliases}, which lacks {@code indices} where there are none.
     *
     * @param visible such an answer with the aliases and data streams that are not hidden, which no attribute tells
     * @param streamsHaveAliases whether the server takes names of data streams where it reads or changes aliases; OpenSearch takes them for indices
     *     that there are not
     * @throws IllegalArgumentException if it is none
     */
    static ClusterNames of(
            Map<String, @Nullable Object> answer, Map<String, @Nullable Object> visible, boolean streamsHaveAliases) {
        SortedMap<String, Entry> read = new TreeMap<>();
        // One text for each index, however many aliases it has: it is compared with itself sooner.
        Map<String, String> same = new HashMap<>();
        Set<String> shown = new HashSet<>();
        for (String kind : List.of("aliases", "data_streams")) {
            list(visible.getOrDefault(kind, List.of())).forEach(each -> shown.add(name(each)));
        }
        for (Map<?, ?> index : list(answer.getOrDefault("indices", List.of()))) {
            Collection<?> attributes = index.get("attributes") instanceof Collection<?> some ? some : List.of();
            same.put(name(index), name(index));
            String stream = index.get("data_stream") instanceof String of ? of : name(index);
            add(
                    read,
                    name(index),
                    new Entry(
                            Set.of(stream),
                            false,
                            false,
                            attributes.contains("closed"),
                            attributes.contains("hidden")));
        }
        for (Map<?, ?> alias : list(answer.get("aliases"))) {
            boolean hidden = !shown.contains(name(alias));
            add(read, name(alias), new Entry(strings(alias.get("indices"), same), true, false, false, hidden));
        }
        for (Map<?, ?> stream : list(answer.get("data_streams"))) {
            boolean hidden = !shown.contains(name(stream));
            add(
                    read,
                    name(stream),
                    new Entry(strings(stream.get("backing_indices"), same), false, true, false, hidden));
        }
        return new ClusterNames(read, streamsHaveAliases, List.of());
    }

    /** The same, where more aliases may fit these patterns. */
    ClusterNames without(List<String> patterns) {
        return patterns.isEmpty()
                ? this
                : new ClusterNames(names, streamsHaveAliases, List.of(new Gap(names.keySet(), patterns)));
    }

    /** Whether an alias of this name, or that fits this wildcard, may not have been read. */
    boolean mayLack(String part) {
        boolean wildcard = Indices.isWildcard(part);
        return gaps.stream().anyMatch(gap -> wildcard ? gap.mayFit(part) : gap.mayHave(part));
    }

    /** What it costs to compare a wildcard with all names, in comparisons with short ones: a long name counts as several, and so does an alias of many. */
    long comparisons() {
        return comparisons;
    }

    /** All of them. */
    Set<String> all() {
        return Collections.unmodifiableSet(names.keySet());
    }

    /** The names of both. */
    ClusterNames with(ClusterNames others) {
        SortedMap<String, Entry> sum = new TreeMap<>(names);
        others.names.forEach((name, entry) -> add(sum, name, entry));
        List<Gap> allGaps = new ArrayList<>(gaps);
        allGaps.addAll(others.gaps);
        return new ClusterNames(sum, streamsHaveAliases && others.streamsHaveAliases, List.copyOf(allGaps));
    }

    private static void add(SortedMap<String, Entry> names, String name, Entry entry) {
        names.merge(name, entry, Entry::with);
    }

    private static List<Map<?, ?>> list(@Nullable Object value) {
        if (!(value instanceof List<?> elements)) {
            throw new IllegalArgumentException("the answer lacks a list of names");
        }
        List<Map<?, ?>> objects = new ArrayList<>();
        for (Object element : elements) {
            if (!(element instanceof Map<?, ?> object)) {
                throw new IllegalArgumentException("the answer has a name that is no object");
            }
            objects.add(object);
        }
        return objects;
    }

    private static String name(Map<?, ?> object) {
        if (object.get("name") instanceof String name) {
            return name;
        }
        throw new IllegalArgumentException("the answer has an object without a name");
    }

    // One name may come without a list.
    private static Set<String> strings(@Nullable Object value, Map<String, String> same) {
        if (value instanceof String one) {
            return Set.of(one);
        }
        if (!(value instanceof List<?> elements)) {
            throw new IllegalArgumentException("the answer lacks the indices behind a name");
        }
        Set<String> strings = new HashSet<>();
        for (Object element : elements) {
            strings.add(same.computeIfAbsent(String.valueOf(element), text -> text));
        }
        return Set.copyOf(strings);
    }

    /**
     * What a name stands for, each a reason of its own to allow or to deny it: an alias or a data stream for its indices, an index for its
     * data stream. Itself if it is any other index, or nothing is known of it.
     */
    Set<String> behind(String name) {
        Entry entry = names.get(name);
        return entry == null || entry.behind.isEmpty() ? Set.of(name) : entry.behind;
    }

    /** Whether it is the name of an alias or a data stream. */
    boolean standsForOthers(String name) {
        Entry entry = names.get(name);
        return entry != null && (entry.alias || entry.stream);
    }

    /** Whether it is an alias of an index that is hidden for itself, not as the index of a data stream. */
    boolean hasHidden(String name) {
        return aliasesOfHidden.contains(name);
    }

    /** The indices that a name stands for; itself if it is one, or nothing is known of it. */
    Set<String> indices(String name) {
        return standsForOthers(name) ? behind(name) : Set.of(name);
    }

    /**
     * The names that a wildcard stands for, in their order.
     *
     * @param aliases whether aliases are among them
     */
    List<String> matching(String wildcard, Expansion expansion, boolean aliases) {
        boolean dotted = wildcard.startsWith(".");
        // OpenSearch refuses an alias among names of data streams.
        boolean withAliases = aliases && !expansion.forStreams;
        List<String> found = new ArrayList<>();
        names.forEach((name, entry) -> {
            boolean state = entry.closed ? expansion.closed : expansion.open;
            boolean seen = !entry.hidden || expansion.hidden || dotted && name.startsWith(".");
            boolean known = !entry.stream || streamsHaveAliases || !expansion.forAliases;
            if (state && seen && known && (withAliases || !entry.alias) && Glob.matches(wildcard, name)) {
                found.add(name);
            }
        });
        return found;
    }
}
