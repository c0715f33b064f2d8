package io.sluice.filters.authorize;

import io.sluice.filters.authorize.ClusterNames.Expansion;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The names that a list of indices stands for, as servers put it together part by part: what a wildcard finds is indices to them, and a
 * name that is given stays as it is given. For one request.
 */
final class ChosenNames {

    private final ClusterNames known;
    private final Expansion expansion;
    private final boolean aliases;
    private final Set<String> names = new LinkedHashSet<>();
    private final Set<String> given = new HashSet<>();
    private final Set<String> found = new HashSet<>();

    /** @param aliases whether wildcards stand for aliases, too */
    ChosenNames(ClusterNames known, Expansion expansion, boolean aliases) {
        this.known = known;
        this.expansion = expansion;
        this.aliases = aliases;
    }

    void give(String name) {
        names.add(name);
        given.add(name);
    }

    /** All names that a wildcard stands for. */
    List<String> matching(String wildcard) {
        return known.matching(wildcard, expansion, aliases);
    }

    /**
     * All names that a single {@code *} stands for: not, as with other lists, the hidden indices of an alias. Elasticsearch 8 shows these,
     * too.
     */
    List<String> matchingAll() {
        return matching("*").stream()
                .filter(name -> expansion.hidden() || !known.hasHidden(name))
                .toList();
    }

    void find(String name) {
        names.add(name);
        found.add(name);
    }

    /**
     * Takes away what a name or a wildcard stands for. The name of an alias takes away that alias where it is given, and no index. An alias
     * of which only some indices are taken away is left out whole: less is shown than could be, never more.
     */
    void exclude(String part) {
        boolean wildcard = Indices.isWildcard(part);
        Set<String> indices = new HashSet<>();
        if (wildcard) {
            matching(part).forEach(name -> indices.addAll(known.indices(name)));
        } else if (!known.standsForOthers(part)) {
            indices.add(part);
        } else if (expansion.forStreams()) {
            indices.addAll(known.indices(part));
        }
        given.removeAll(indices);
        if (!wildcard) {
            given.remove(part);
        }
        found.removeIf(name -> !Collections.disjoint(known.indices(name), indices));
        names.removeIf(name -> !given.contains(name) && !found.contains(name));
    }

    /** What is left, without names of which all that they stand for is there, too: of such aliases a server takes no notice. */
    List<String> list() {
        // One after the other: a data stream and its only index stand for each other.
        names.removeIf(this::isRepeated);
        return List.copyOf(names);
    }

    private boolean isRepeated(String name) {
        Set<String> behind = known.behind(name);
        return !behind.contains(name) && names.containsAll(behind);
    }
}
