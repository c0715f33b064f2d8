package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rules about names that stand for many indices, found before the names are asked for. */
class RuledNamesTest {

    private static final List<EndpointClass> READ = List.of(EndpointClass.READ);
    private static final List<Judge.Numbered> RULES = List.of(
            new Judge.Numbered(0, new AuthorizeRule.Deny(READ, List.of("secret-*"), null)),
            new Judge.Numbered(1, new AuthorizeRule.Allow(READ, List.of("logs-*", "metrics"), null)),
            new Judge.Numbered(2, new AuthorizeRule.Allow(READ, List.of("many"), null)));

    private static RuledNames names() {
        List<String> indices =
                IntStream.range(0, 300).mapToObj(i -> "logs-" + i).toList();
        Map<String, @Nullable Object> all = Map.of(
                "indices",
                List.of(Map.of("name", "secret-1"), Map.of("name", ".ds-1", "data_stream", "metrics")),
                "aliases",
                List.of(
                        Map.of("name", "many", "indices", indices),
                        Map.of("name", "mixed", "indices", List.of("logs-1", "secret-1", "other")),
                        Map.of("name", "streamed", "indices", List.of(".ds-1"))),
                "data_streams",
                List.of(Map.of("name", "metrics", "backing_indices", List.of(".ds-1"))));
        return RuledNames.of(ClusterNames.of(all, all, true), RULES);
    }

    private static BitSet positions(int... rules) {
        BitSet positions = new BitSet();
        IntStream.of(rules).forEach(positions::set);
        return positions;
    }

    @Test
    void judgesAnAliasOnceForIndicesOfTheSameRules() {
        assertThat(names().of("many")).containsExactly(positions(1, 2));
    }

    @Test
    void judgesAnAliasForEachIndexThatOtherRulesAreAbout() {
        assertThat(names().of("mixed")).containsExactlyInAnyOrder(positions(1), positions(0), positions());
    }

    @Test
    void countsRulesForADataStreamAsThoseForItsIndices() {
        assertThat(names().of(".ds-1")).containsExactly(positions(1));
        assertThat(names().of("streamed")).containsExactly(positions(1));
        assertThat(names().of("metrics")).containsExactly(positions(1));
    }

    @Test
    void knowsNothingOfOtherNames() {
        assertThat(names().of("logs-new")).isNull();
    }

    @Test
    void countsAnAliasOfManyIndicesAsSeveralComparisons() {
        assertThat(names().names().comparisons()).isEqualTo(6 + 30);
    }
}
