package io.sluice.index.diff;

import io.sluice.index.call.ClusterCalls;
import io.sluice.index.read.IndexCatalog;
import io.sluice.index.read.IndexDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The indices of two sides that belong together.
 *
 * @param pairs of indices that both sides have
 * @param onlyInA names that only the first side has
 * @param onlyInB names that only the second has, if they were asked for
 */
public record IndexPairs(List<Pair> pairs, List<String> onlyInA, List<String> onlyInB) {

    /** Two indices to compare. */
    public record Pair(IndexDescription a, IndexDescription b) {}

    /**
     * What is compared.
     *
     * @param a an expression for the first side
     * @param b one for the second; empty for the names of the first side's indices
     * @param renaming from the first side's names to the second's; null if each expression is one name: an index of each side then
     *     belongs to that of the other, whatever they are called
     */
    public record Wanted(String a, String b, @Nullable UnaryOperator<String> renaming) {}

    /**
     * Finds them.
     *
     * @throws IOException if several indices of the first side belong to one of the second, or a side cannot be asked
     */
    public static IndexPairs find(ClusterCalls callsA, ClusterCalls callsB, Wanted wanted)
            throws IOException, InterruptedException {
        String b = wanted.b();
        UnaryOperator<String> renaming = wanted.renaming();
        List<IndexDescription> inA = IndexCatalog.find(callsA, wanted.a());
        Map<String, IndexDescription> inB = new LinkedHashMap<>();
        if (!b.isEmpty()) {
            IndexCatalog.find(callsB, b).forEach(index -> inB.put(index.name(), index));
        }
        if (renaming == null && inA.size() == 1 && inB.size() == 1) {
            return new IndexPairs(
                    List.of(new Pair(inA.getFirst(), inB.values().iterator().next())), List.of(), List.of());
        }
        if (renaming != null) {
            requireApart(inA.stream().map(IndexDescription::name).toList(), renaming);
        }
        List<Pair> pairs = new ArrayList<>();
        List<String> onlyInA = new ArrayList<>();
        for (IndexDescription index : inA) {
            String name = renaming == null ? index.name() : renaming.apply(index.name());
            IndexDescription other = b.isEmpty() ? IndexCatalog.get(callsB, name) : inB.remove(name);
            if (other == null) {
                onlyInA.add(index.name());
            } else {
                pairs.add(new Pair(index, other));
            }
        }
        return new IndexPairs(pairs, onlyInA, List.copyOf(inB.keySet()));
    }

    /**
     * Checks that no two indices have one name at the other side, where the documents of one would take the place of the other's.
     *
     * @throws IOException if two have
     */
    public static void requireApart(List<String> names, UnaryOperator<String> renaming) throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (String name : names) {
            String renamed = renaming.apply(name);
            String other = sources.put(renamed, name);
            if (other != null) {
                throw new IOException("'" + other + "' and '" + name + "' would become one index, '" + renamed
                        + "'; name the target's with --rename");
            }
        }
    }
}
