package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkItemPlan;
import io.sluice.api.Exchange;
import io.sluice.filters.handle.HandleConfig;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A body that comes slowly, while names begin to stand for something else. */
class AccessTest {

    private static final Exchange EXCHANGE = (Exchange) Proxy.newProxyInstance(
            Exchange.class.getClassLoader(), new Class<?>[] {Exchange.class}, (proxy, method, args) -> {
                throw new UnsupportedOperationException(method.getName());
            });
    private static final List<EndpointClass> WRITE = List.of(EndpointClass.WRITE);

    private @Nullable ClusterNames names = pointing("logs-1");

    private static ClusterNames pointing(String index) {
        Map<String, @Nullable Object> all = Map.of(
                "indices",
                List.of(Map.of("name", "logs-1"), Map.of("name", "secret-1")),
                "aliases",
                List.of(Map.of("name", "logs-now", "indices", List.of(index))),
                "data_streams",
                List.of());
        return ClusterNames.of(all, all, false);
    }

    private Access access() throws IOException {
        return access(
                List.of(
                        new AuthorizeRule.Deny(WRITE, List.of("secret-*"), null),
                        new AuthorizeRule.Allow(WRITE, List.of("logs-*"), null)),
                () -> names);
    }

    /** What a request may do by rules without conditions. */
    static Access access(List<AuthorizeRule> rules, Supplier<@Nullable ClusterNames> names) throws IOException {
        return access(rules, names, new TestContext());
    }

    private static Access access(List<AuthorizeRule> rules, Supplier<@Nullable ClusterNames> names, TestContext context)
            throws IOException {
        AuthorizeConfig config =
                new AuthorizeConfig(rules, true, false, new HandleConfig(List.of(), Duration.ofHours(1)), null);
        List<Judge.Numbered> numbered = IntStream.range(0, rules.size())
                .mapToObj(i -> new Judge.Numbered(i, rules.get(i)))
                .toList();
        Supplier<@Nullable RuledNames> ruled = () -> {
            ClusterNames read = names.get();
            return read == null ? null : RuledNames.of(read, numbered);
        };
        return new Access(new Judge(numbered, ruled, () -> {}, () -> null), new Denials(config, context), EXCHANGE);
    }

    @Test
    void countsEachItemThatIsDenied() throws IOException {
        TestContext context = new TestContext();
        Access access = access(List.of(new AuthorizeRule.Allow(WRITE, List.of("logs-*"), null)), () -> names, context);

        for (String index : List.of("secret-1", "logs-1", "secret-1", "secret-2", "secret-1")) {
            access.ofItem(index);
        }

        assertThat(context.meters().count("authorize_denied{class=write}")).isEqualTo(4);
    }

    @Test
    void judgesEachItemByTheNamesThatWereReadLast() throws IOException {
        Access access = access();

        assertThat(access.ofItem("logs-now")).isEqualTo(BulkItemPlan.keep());
        names = pointing("secret-1");
        assertThat(access.ofItem("logs-now")).isInstanceOf(BulkItemPlan.Reject.class);
        names = pointing("logs-1");
        assertThat(access.ofItem("logs-now")).isEqualTo(BulkItemPlan.keep());
        names = null;
        assertThat(access.ofItem("logs-now"))
                .isInstanceOfSatisfying(
                        BulkItemPlan.Reject.class,
                        reject -> assertThat(reject.status()).isEqualTo(503));
    }

    @Test
    void judgesAllButNamesThatMayBeUnreadAliases() throws IOException {
        List<AuthorizeRule> rules = List.of(
                new AuthorizeRule.Allow(WRITE, List.of("mine-1"), null),
                new AuthorizeRule.Deny(WRITE, List.of("secret-*"), null),
                new AuthorizeRule.Allow(WRITE, List.of("logs-*", "mine-*"), null));
        ClusterNames read = pointing("logs-1").without(List.of("mine-*"));
        Access access = access(rules, () -> read);

        assertThat(access.ofItem("logs-now")).isEqualTo(BulkItemPlan.keep());
        assertThat(access.ofItem("logs-new")).isEqualTo(BulkItemPlan.keep());
        assertThat(access.ofItem("mine-1")).isEqualTo(BulkItemPlan.keep());
        assertThat(access.ofItem("mine-2"))
                .isInstanceOfSatisfying(
                        BulkItemPlan.Reject.class,
                        reject -> assertThat(reject.status()).isEqualTo(503));
    }

    @Test
    void remembersOnlyNamesThatAnIndexCanHave() throws IOException {
        List<AuthorizeRule> rules = List.of(new AuthorizeRule.Allow(WRITE, List.of("logs-*"), null));
        AtomicInteger read = new AtomicInteger();
        Access access = access(rules, () -> {
            read.incrementAndGet();
            return names;
        });

        assertThat(readings(access, read, "logs-" + "\u0100".repeat(250))).containsExactly(2, 1, 1);
        assertThat(readings(access, read, "logs-" + "\u0100".repeat(251))).containsExactly(2, 2, 2);
    }

    // How often the names of the cluster are read for each of three items: once more where the item is judged.
    private static List<Integer> readings(Access access, AtomicInteger read, String index) {
        List<Integer> readings = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int before = read.get();
            assertThat(access.ofItem(index)).isEqualTo(BulkItemPlan.keep());
            readings.add(read.get() - before);
        }
        return readings;
    }
}
