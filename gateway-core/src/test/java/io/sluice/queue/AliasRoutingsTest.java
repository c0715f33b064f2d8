package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AliasRoutingsTest {
    private static final int LONGEST_LINE = 4096;

    /** Every name is an alias for {@code logs} with itself as its routing, and a request line of more than 4 KiB is refused. */
    private static final ClusterReader CLUSTER = (ClusterReader) Proxy.newProxyInstance(
            AliasRoutingsTest.class.getClassLoader(), new Class<?>[] {ClusterReader.class}, (proxy, method, given) -> {
                String target = ((RequestTarget) given[1]).raw();
                if (target.length() > LONGEST_LINE) {
                    return new ClusterResponse(400, "{\"status\":400}".getBytes(StandardCharsets.UTF_8));
                }
                String aliases = Stream.of(target.substring("/_alias/".length()).split(","))
                        .map(name -> "\"" + name + "\":{\"index_routing\":\"" + name + "\"}")
                        .collect(Collectors.joining(",", "{\"logs\":{\"aliases\":{", "}}}"));
                return new ClusterResponse(200, aliases.getBytes(StandardCharsets.UTF_8));
            });

    @Test
    void readsNamesThatAreTooLongTogetherInParts() throws Exception {
        Set<String> names =
                IntStream.range(0, 45).mapToObj(i -> "n".repeat(240) + i).collect(Collectors.toSet());

        AliasRoutings routings =
                AliasRoutings.read(CLUSTER, names, new ClusterReader.Bounds(Duration.ofSeconds(10), 1 << 20));

        assertThat(names)
                .allSatisfy(name -> assertThat(Objects.requireNonNull(routings.of(name, "logs"))
                                .routing())
                        .isEqualTo(name));
    }
}
