package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.config.HostPort;
import io.sluice.plugin.FilterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that answer discovery with what no node should: each look ends, says what was wrong, and the next one works. */
@Tag("slow")
class NodeDiscoveryFaultTest {
    private static final String UUID = "first-cluster";

    private final List<Set<HostPort>> found = new CopyOnWriteArrayList<>();
    private final FaultyNode node = new FaultyNode();
    private NodeDiscovery discovery;

    @AfterEach
    void stop() throws Exception {
        if (discovery != null) {
            discovery.close();
        }
        node.close();
    }

    private void start(String more) throws Exception {
        start(more, "", node.address());
    }

    private void start(String more, String cluster, String... seeds) throws Exception {
        String yaml = """
                admin: { enabled: false }
                clusters: { test: { nodes: [%s], discovery: { every: 50ms %s } %s } }
                flows: { default: { relay: { cluster: test } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(String.join(", ", seeds), more, cluster);
        Path file = Path.of("target", "test-discovery.yml").toAbsolutePath();
        ClusterConfig config = new ConfigLoader(Map.of())
                .parse(yaml, file, any -> FilterRegistry.of())
                .config()
                .clusters()
                .get("test");
        Set<HostPort> addresses = config.nodes().stream()
                .map(uri -> new HostPort(uri.getHost(), uri.getPort()))
                .collect(Collectors.toSet());
        discovery = new NodeDiscovery(ControlPlanes.of(config), addresses, found::add);
        discovery.start();
    }

    private HostPort seed() {
        return HostPort.parse("127.0.0.1:" + node.port());
    }

    private void awaitProblem(String... parts) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(discovery.lastProblem()).isNotNull().contains(parts));
    }

    private void goesOnAfterwards() {
        node.behave(FaultyNode.healthy(UUID, "127.0.0.9:9200"));
        await().atMost(Duration.ofSeconds(20)).until(() -> discovery.lastProblem() == null);
        assertThat(found).last().isEqualTo(Set.of(seed(), HostPort.parse("127.0.0.9:9200")));
    }

    @Test
    void anAnswerThatComesByteByByteEndsWithItsDeadline() throws Exception {
        node.behave(FaultyNode.dripping());
        start(", timeout: 300ms");

        awaitProblem("300 ms");
        goesOnAfterwards();
    }

    @Test
    void anEndlessAnswerIsReadNoFurtherThanItsBound() throws Exception {
        node.behave((path, out) -> {
            out.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] chunk = ("10000\r\n" + " ".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            while (true) {
                out.write(chunk);
                node.wrote(chunk.length);
            }
        });
        start(", maxBytes: 1MiB, timeout: 20s");

        awaitProblem("1MiB");
        goesOnAfterwards();
    }

    @Test
    void anEndlessHeadIsReadNoFurtherThanItsBound() throws Exception {
        node.behave((path, out) -> {
            out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] lines = "x-more: and more\r\n".repeat(1000).getBytes(StandardCharsets.US_ASCII);
            while (true) {
                out.write(lines);
                node.wrote(lines.length);
            }
        });
        start(", timeout: 20s");

        awaitProblem("header");
        goesOnAfterwards();
    }

    @Test
    void aCompressedAnswerIsNotInflated() throws Exception {
        node.behave((path, out) -> {
            String head = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 10\r\n\r\n";
            out.write((head + "0123456789").getBytes(StandardCharsets.US_ASCII));
        });
        start("");

        awaitProblem("gzip");
        goesOnAfterwards();
    }

    @Test
    void anAnswerThatIsAnErrorIsNotRepeatedInTheProblem() throws Exception {
        node.behave((path, out) -> {
            String body = "secret ".repeat(10_000);
            out.write(("HTTP/1.1 500 No\r\ncontent-length: " + body.length() + "\r\n\r\n" + body)
                    .getBytes(StandardCharsets.US_ASCII));
        });
        start("");

        awaitProblem("500");
        assertThat(discovery.lastProblem()).doesNotContain("secret").hasSizeLessThan(1000);
        goesOnAfterwards();
    }

    @Test
    void deeplyNestedJsonIsRefused() throws Exception {
        node.behave(FaultyNode.json(path -> "{\"nodes\":" + "[".repeat(5000) + "]".repeat(5000) + "}"));
        start("");

        awaitProblem("depth");
        goesOnAfterwards();
    }

    @Test
    void moreNodesThanAllowedAreNotTaken() throws Exception {
        String[] many = IntStream.range(0, 300)
                .mapToObj(i -> "127.0.%d.%d:9200".formatted(i / 250, i % 250 + 1))
                .toArray(String[]::new);
        node.behave(FaultyNode.healthy(UUID, many));
        start(", maxNodes: 200");

        awaitProblem("300", "200");
        assertThat(found).isEmpty();
        goesOnAfterwards();
    }

    @Test
    void addressesOutsideOfWhatIsAllowedAreReportedAndNotTaken() throws Exception {
        node.behave(FaultyNode.healthy(
                UUID, "127.0.0.7:9200", "192.0.2.1:9200", "es.example/192.0.2.2:9200", "169.254.169.254:80"));
        start("");

        awaitProblem("192.0.2.1:9200", "3");
        assertThat(found).last().isEqualTo(Set.of(seed(), HostPort.parse("127.0.0.7:9200")));
        goesOnAfterwards();
    }

    @Test
    void whatTheConfigurationAllowsIsTakenAndNothingElse() throws Exception {
        node.behave(FaultyNode.healthy(UUID, "127.0.0.7:9200", "192.0.2.1:9200", "10.0.0.1:9200"));
        start(", allow: [192.0.2.0/24]");

        awaitProblem("127.0.0.7:9200", "2");
        assertThat(found).last().isEqualTo(Set.of(seed(), HostPort.parse("192.0.2.1:9200")));
    }

    @Test
    void aMappedAddressIsTheOperatorsOwn() throws Exception {
        node.behave(FaultyNode.healthy(UUID, "10.0.0.1:9200"));
        start(", mapping: { \"10.0.0.1:9200\": \"198.51.100.7:19200\" }");

        await().until(() -> !found.isEmpty());
        assertThat(found).last().isEqualTo(Set.of(seed(), HostPort.parse("198.51.100.7:19200")));
        assertThat(discovery.lastProblem()).isNull();
    }

    @Test
    void anotherClusterIsReportedAndNotTaken() throws Exception {
        node.behave(FaultyNode.healthy(UUID, "127.0.0.9:9200"));
        start("");
        await().until(() -> !found.isEmpty());

        node.behave(FaultyNode.healthy("another-cluster", "127.0.0.66:9200"));
        awaitProblem("another-cluster", UUID);
        assertThat(found).allMatch(nodes -> !nodes.contains(HostPort.parse("127.0.0.66:9200")));
        goesOnAfterwards();
    }

    @Test
    void aRedirectIsNotFollowedSoThatCredentialsGoNowhereElse() throws Exception {
        try (FaultyNode thief = new FaultyNode()) {
            node.behave((path, out) -> out.write(
                    ("HTTP/1.1 302 Found\r\nlocation: " + thief.address() + path + "\r\ncontent-length: 0\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII)));
            thief.behave(FaultyNode.healthy(UUID));
            start("", ", auth: { username: a, password: b }", node.address());

            awaitProblem("302");
            assertThat(thief.heads()).isEmpty();
        }
    }

    @Test
    void aSeedThatDoesNotAnswerLeavesTheOthersToBeAsked() throws Exception {
        try (FaultyNode stalling = new FaultyNode()) {
            stalling.behave((path, out) -> FaultyNode.pause(60_000));
            node.behave(FaultyNode.healthy(UUID, "127.0.0.9:9200"));
            start(", timeout: 300ms", "", stalling.address(), node.address());

            await().atMost(Duration.ofSeconds(20)).until(() -> !found.isEmpty());
            assertThat(found).last().asString().contains("127.0.0.9:9200");
        }
    }

    @Test
    void givesUpTheConnectionOfAnAnswerThatItDoesNotWaitFor() throws Exception {
        node.behave(FaultyNode.dripping());
        start(", timeout: 200ms");
        awaitProblem("200 ms");

        node.behave(FaultyNode.healthy(UUID));
        await().until(() -> discovery.lastProblem() == null);
        await().until(() -> node.open() <= 1);
    }
}
