package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkItemPlan;
import io.sluice.api.Exchange;
import io.sluice.filters.handle.HandleConfig;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
        List<AuthorizeRule> rules = List.of(
                new AuthorizeRule.Deny(WRITE, List.of("secret-*"), null),
                new AuthorizeRule.Allow(WRITE, List.of("logs-*"), null));
        AuthorizeConfig config =
                new AuthorizeConfig(rules, true, false, new HandleConfig(List.of(), Duration.ofHours(1)), null);
        List<Judge.Numbered> numbered =
                List.of(new Judge.Numbered(0, rules.get(0)), new Judge.Numbered(1, rules.get(1)));
        Judge judge = new Judge(numbered, () -> names == null ? null : RuledNames.of(names, numbered), () -> {});
        return new Access(judge, new Denials(config, new TestContext()), EXCHANGE);
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
}
