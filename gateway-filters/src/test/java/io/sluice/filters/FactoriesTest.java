package io.sluice.filters;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkRouterFactory;
import io.sluice.api.FilterFactory;
import io.sluice.api.PluginFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FactoriesTest {

    @Test
    void findsEveryFilterByServiceLoader() {
        List<String> types =
                factories().stream().map(FilterFactory::type).sorted().collect(Collectors.toList());

        assertThat(types)
                .containsExactly(
                        "access",
                        "access-log",
                        "answer",
                        "api-key",
                        "authorize",
                        "basic-auth",
                        "client-certificate",
                        "concurrency-limit",
                        "forward-auth",
                        "headers",
                        "json-edit",
                        "query-guard",
                        "route-to",
                        "tenant",
                        "upstream-credentials");
    }

    @Test
    void findsEveryBulkRouterByServiceLoader() {
        assertThat(routers()).extracting(PluginFactory::type).containsExactlyInAnyOrder("node", "shard");
    }

    @Test
    void describesEveryFilterAndRouterInOneLine() {
        List<PluginFactory<?>> all = new ArrayList<>(factories());
        all.addAll(routers());
        for (PluginFactory<?> factory : all) {
            assertThat(factory.description()).isNotBlank().doesNotContain("\n").hasSizeLessThan(120);
        }
    }

    private static List<FilterFactory<?>> factories() {
        List<FilterFactory<?>> all = new ArrayList<>();
        for (FilterFactory<?> factory : ServiceLoader.load(FilterFactory.class)) {
            all.add(factory);
        }
        return all;
    }

    private static List<BulkRouterFactory<?>> routers() {
        List<BulkRouterFactory<?>> all = new ArrayList<>();
        for (BulkRouterFactory<?> factory : ServiceLoader.load(BulkRouterFactory.class)) {
            all.add(factory);
        }
        return all;
    }
}
