package io.sluice.filters.authorize;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which rules are about each name of the clusters. An alias may stand for thousands of indices, so that is found when names are read, once
 * for all requests. Immutable.
 */
final class RuledNames {

    /** Nothing is known; names stand for themselves. */
    static final RuledNames NONE = new RuledNames(ClusterNames.NONE, Map.of());

    private final ClusterNames names;
    private final Map<String, List<BitSet>> rules;

    private RuledNames(ClusterNames names, Map<String, List<BitSet>> rules) {
        this.names = names;
        this.rules = rules;
    }

    /**
     * Finds the rules about names.
     *
     * @param all the rules, whatever their conditions
     */
    static RuledNames of(ClusterNames names, Collection<Judge.Numbered> all) {
        Map<String, BitSet> own = new HashMap<>();
        Map<String, Set<BitSet>> ofIndices = new HashMap<>();
        Map<String, List<BitSet>> rules = new HashMap<>();
        for (String name : names.all()) {
            Set<BitSet> different = new LinkedHashSet<>();
            for (String index : names.behind(name)) {
                different.addAll(ofIndices.computeIfAbsent(index, any -> ofIndex(names, index, all, own)));
            }
            List<BitSet> either = new ArrayList<>();
            different.forEach(each -> either.add(both(each, own(name, all, own))));
            rules.put(name, List.copyOf(either));
        }
        return new RuledNames(names, rules);
    }

    // An alias of a data stream stands for the stream's indices.
    private static Set<BitSet> ofIndex(
            ClusterNames names, String index, Collection<Judge.Numbered> all, Map<String, BitSet> own) {
        Set<BitSet> different = new LinkedHashSet<>();
        for (String stream : names.behind(index)) {
            different.add(both(own(index, all, own), own(stream, all, own)));
        }
        return different;
    }

    private static BitSet own(String name, Collection<Judge.Numbered> all, Map<String, BitSet> own) {
        return own.computeIfAbsent(name, any -> {
            BitSet positions = new BitSet();
            for (Judge.Numbered rule : all) {
                positions.set(rule.position(), rule.names(name));
            }
            return positions;
        });
    }

    private static BitSet both(BitSet one, BitSet other) {
        BitSet both = (BitSet) one.clone();
        both.or(other);
        return both;
    }

    /** The names. */
    ClusterNames names() {
        return names;
    }

    /**
     * The positions of the rules about a name, for each index that it stands for: those that name it, the index, or the data stream of the
     * index. What is the same for several indices is there once. Null if nothing is known of the name.
     */
    @Nullable List<BitSet> of(String name) {
        return rules.get(name);
    }
}
