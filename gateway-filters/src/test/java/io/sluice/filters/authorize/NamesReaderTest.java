package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.AnswerTooLongException;
import io.sluice.api.RequestTarget;
import io.sluice.filters.match.Glob;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** With a cluster whose aliases are too long for one answer. */
class NamesReaderTest {

    private static final int LONGEST = 100_000;

    private final TestContext context = new TestContext();
    private final TestCluster cluster =
            new TestCluster("primary").answering(this::answer).answeringUpTo(LONGEST);
    /** The index of each alias. */
    private final Map<String, String> aliases = new TreeMap<>(Map.of("all-logs", "logs-1"));

    private String answer(RequestTarget target) {
        List<String> parts = List.of(target.segments().getLast().split(","));
        String filter = String.valueOf(target.parameter("filter_path"));
        List<String> answers = new ArrayList<>();
        boolean all = filter.startsWith("-");
        if (all || filter.startsWith("indices")) {
            answers.add("'indices':[{'name':'logs-1'},{'name':'mine-1'}]");
        }
        if (all || filter.startsWith("aliases")) {
            answers.add(aliases.entrySet().stream()
                    .filter(alias -> isMeant(parts, alias.getKey()))
                    .map(alias -> "{'name':'" + alias.getKey() + "','indices':['" + alias.getValue() + "']}")
                    .collect(Collectors.joining(",", "'aliases':[", "]")));
        }
        answers.add("'data_streams':[]");
        return "{" + String.join(",", answers).replace('\'', '"') + "}";
    }

    private static boolean isMeant(List<String> parts, String name) {
        return Glob.matches(parts.getFirst(), name)
                && parts.stream().skip(1).noneMatch(part -> Glob.matches(part.substring(1), name));
    }

    private void makeAliases(String start, int count) {
        for (int i = 0; i < count; i++) {
            aliases.put(start + i + "-" + "x".repeat(200), "mine-1");
        }
    }

    private NamesReader reader(String... managed) {
        List<Judge.Numbered> rules = new ArrayList<>();
        for (String pattern : managed) {
            rules.add(new Judge.Numbered(
                    rules.size(), new AuthorizeRule.Allow(List.of(EndpointClass.MANAGE), List.of(pattern), null)));
        }
        return new NamesReader(cluster, rules, context.clock());
    }

    @Test
    void readsAllButTheAliasesThatOneWhoManagesAPatternMadeTooMany() throws IOException {
        makeAliases("mine-", 1_000);

        ClusterNames names = reader("mine-*", "other-*").read();

        assertThat(names.all()).containsExactlyInAnyOrder("logs-1", "mine-1", "all-logs");
        assertThat(names.behind("all-logs")).containsExactly("logs-1");
    }

    @Test
    void tellsWhichNamesMayBeAliasesThatWereNotRead() throws IOException {
        makeAliases("mine-", 1_000);

        ClusterNames names = reader("mine-*", "other-*").read();

        assertThat(List.of("mine-2", "mine-*", "mi*", "*")).allMatch(names::mayLack);
        assertThat(List.of("mine-1", "all-logs", "logs-2", "other-1", "other-*"))
                .noneMatch(names::mayLack);
    }

    @Test
    void readsAliasesOfAWiderPatternBesideThose() throws IOException {
        makeAliases("logs-mine-", 1_000);
        makeAliases("logs-other-", 20);

        ClusterNames names = reader("logs-*", "logs-mine-*").read();

        assertThat(names.all())
                .filteredOn(name -> name.startsWith("logs-other-"))
                .hasSize(20);
        assertThat(names.mayLack("logs-2")).isFalse();
        assertThat(names.mayLack("logs-mine-2")).isTrue();
    }

    @Test
    void leavesOutThoseWithTheMostWhereNoneAloneIsTooLong() throws IOException {
        makeAliases("few-", 20);
        makeAliases("many-", 300);
        makeAliases("more-", 400);

        ClusterNames names = reader("few-*", "many-*", "more-*").read();

        assertThat(names.all()).anyMatch(name -> name.startsWith("few-"));
        assertThat(names.mayLack("few-1")).isFalse();
        assertThat(names.mayLack("more-1")).isTrue();
    }

    @Test
    void weighsPatternsAgainOnlyAfterTenMinutes() throws IOException {
        makeAliases("mine-", 1_000);
        NamesReader reader = reader("mine-*", "other-*");
        reader.read();
        int first = cluster.asked().size();

        reader.read();
        int second = cluster.asked().size() - first;
        context.clock().advance(Duration.ofMinutes(10));
        reader.read();

        assertThat(second).isEqualTo(first - 2);
        assertThat(cluster.asked()).hasSize(first + second + first);
    }

    @Test
    void readsAllInOneAnswerAgainOnceTheyFit() throws IOException {
        makeAliases("mine-", 1_000);
        NamesReader reader = reader("mine-*");
        reader.read();
        aliases.keySet().removeIf(name -> name.startsWith("mine-"));
        makeAliases("mine-", 1);

        ClusterNames names = reader.read();

        assertThat(names.all()).hasSize(4);
        assertThat(names.mayLack("mine-2")).isFalse();
    }

    @Test
    void failsWhereAliasesThatNobodyMayMakeAreTooLong() {
        makeAliases("theirs-", 1_000);

        assertThatThrownBy(() -> reader("mine-*").read()).isInstanceOf(AnswerTooLongException.class);
    }
}
