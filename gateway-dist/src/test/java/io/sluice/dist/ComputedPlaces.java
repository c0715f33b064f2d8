package io.sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.api.RequestTarget;
import io.sluice.api.ShardCopy;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.bulk.line.BulkLine;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.cluster.AllowedAddresses;
import io.sluice.cluster.BulkView;
import io.sluice.cluster.ClusterIdentity;
import io.sluice.cluster.ClusterViews;
import io.sluice.cluster.ControlPlane;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.HostPort;
import io.sluice.devcluster.DevCluster;
import io.sluice.plugin.FilterRegistry;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Document placement according to the gateway's view: {@code [index][shard] host:port}. For one thread. */
final class ComputedPlaces implements AutoCloseable {
    static final String NOT_COMPUTABLE = "not computable";
    static final String UNKNOWN = "unknown";

    private final ClusterViews views;

    ComputedPlaces(DevCluster cluster) throws ConfigException {
        this(cluster, cluster.addresses());
    }

    /** @param asked the addresses that the view is read from */
    ComputedPlaces(DevCluster cluster, List<URI> asked) throws ConfigException {
        Set<HostPort> nodes = cluster.addresses().stream()
                .map(URI::getAuthority)
                .map(HostPort::parse)
                .collect(Collectors.toSet());
        String yaml = """
                clusters: { real: { nodes: %s, discovery: { every: 1d } } }
                flows: { default: { relay: { cluster: real } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(asked);
        var config = new ConfigLoader(Map.of()).parse(yaml, Path.of("gateway.yml"), plugins -> FilterRegistry.of());
        ClusterConfig real = config.config().clusters().get("real");
        var allowed = new AllowedAddresses(real.discovery(), nodes);
        var plane = new ControlPlane(
                "real", real, null, new ClusterIdentity(), allowed, host -> List.of(InetAddress.getByName(host)));
        views = new ClusterViews(plane, () -> nodes);
        views.start();
    }

    /** Waits until the view has these names. */
    ComputedPlaces knowing(String... names) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            List.of(names).forEach(views::want);
            assertThat(List.of(names))
                    .as(() -> "the last problem of the view: " + views.lastProblem())
                    .allMatch(name -> views.current().target(name) != null);
        });
        return this;
    }

    /** Waits until the whole view was refreshed. */
    ComputedPlaces afresh() {
        long before = views.refreshes();
        views.refreshSoon();
        // Two, because the first may have started before the call.
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
            views.refreshSoon();
            return views.refreshes() > before + 1;
        });
        return this;
    }

    /** How often the view was read. */
    long reads() {
        return views.refreshes();
    }

    /** The placement of a bulk's items. */
    List<String> of(String target, String body) {
        BulkView view = views.open(null);
        List<String> places = new ArrayList<>();
        var placing = new BulkSplitter.Target() {
            @Override
            public int place(BulkLine action, int position) {
                ShardCopy copy = view.primaryOf(action);
                places.add(
                        copy != null
                                ? "[" + copy.index() + "][" + copy.shard() + "] " + copy.node()
                                : view.lastNameKnown() ? NOT_COMPUTABLE : UNKNOWN);
                return BulkSplitter.DISCARD;
            }

            @Override
            public void append(int place, byte[] bytes, int from, int to) {}

            @Override
            public void itemEnded(int place) {}
        };
        BulkDefaults url = BulkDefaults.of(RequestTarget.parse(target));
        try (BulkSplitter splitter = new BulkSplitter(
                url, BulkLimits.DEFAULT, views.current().version().grammar(), placing)) {
            splitter.write(Unpooled.wrappedBuffer(body.getBytes(UTF_8)));
            splitter.end();
            if (splitter.refusal() != null) {
                throw new AssertionError("refused: " + splitter.refusal());
            }
        }
        return places;
    }

    @Override
    public void close() {
        views.close();
    }
}
