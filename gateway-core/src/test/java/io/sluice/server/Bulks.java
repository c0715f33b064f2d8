package io.sluice.server;

import io.sluice.upstream.UpstreamCluster;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Bulks for tests, gateways that regroup them, and what they are answered. */
final class Bulks {
    /** What stands in a flow's {@code relay}; further keys take the place of the directive. */
    static final String REGROUPED = "bulk: { groupBy: test, minBytes: 1KiB, minItems: 10, %s }";

    private Bulks() {}

    static String withIds(int from, int to) {
        return names(from, to).stream()
                .map(name -> "{\"index\":{\"_id\":\"" + name + "\"}}\n{}\n")
                .collect(Collectors.joining());
    }

    static void await(Callable<Boolean> condition) {
        org.awaitility.Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofMinutes(2))
                .until(condition);
    }

    static TestGateway gateway(String more, TestNode... nodes) throws Exception {
        return gatewayWith("", more, nodes);
    }

    static TestGateway gatewayWith(String ofCluster, String more, TestNode... nodes) throws Exception {
        return gatewayWith(ofCluster, more, TestRouter.inRunsOf(7), nodes);
    }

    static TestGateway gatewayWith(String ofCluster, String more, TestRouter router, TestNode... nodes)
            throws Exception {
        return gatewayOf(ofCluster, REGROUPED.formatted(more), router, nodes);
    }

    /** @param relay what stands in the flow's {@code relay} beside the cluster */
    static TestGateway gatewayOf(String ofCluster, String relay, TestRouter router, TestNode... nodes)
            throws Exception {
        return new TestGateway(yaml(ofCluster, relay, nodes), router);
    }

    /** The configuration of a gateway that regroups bulks. */
    static String yaml(String ofCluster, String relay, TestNode... nodes) {
        String list = Stream.of(nodes).map(TestNode::address).collect(Collectors.joining(", "));
        String cluster = "nodes: [" + list + "]\n    discovery: { enabled: false }\n" + ofCluster;
        return TestGateway.yaml("", cluster)
                .replace("relay: { cluster: primary }", "relay: { cluster: primary, " + relay + " }");
    }

    static HttpResponse<String> bulk(TestGateway gateway, String body) throws Exception {
        return bulk(gateway, "/logs/_bulk", body);
    }

    static HttpResponse<String> bulk(TestGateway gateway, String target, String body) throws Exception {
        return gateway.send(gateway.request(target)
                .header("Content-Type", "application/x-ndjson")
                .timeout(Duration.ofMinutes(2))
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    /** Items without ids, of which the sources tell who they are: any node may take them. */
    static String items(int from, int to) {
        return names(from, to).stream()
                .map(name -> "{\"index\":{}}\n\"" + name + "\"\n")
                .collect(Collectors.joining());
    }

    static List<String> names(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "document" + i).toList();
    }

    static List<String> ids(HttpResponse<String> response) {
        return ids(response.body());
    }

    /** The ids of an answer's items; null where there is none. */
    static List<String> ids(String answer) {
        return java.util.regex.Pattern.compile("\"_id\":\"([^\"]*)\"|\"_id\":null")
                .matcher(answer)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    /** A request that is written to a socket as it is, of which more follows if {@code length} is more than the body's. */
    static byte[] request(String body, int length) {
        return ("POST /logs/_bulk HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-ndjson\r\ncontent-length: "
                        + length + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Runs a task beside the test. */
    static <T> Future<T> later(Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        Thread.ofVirtual().start(future);
        return future;
    }

    /** What comes on a socket up to that end. */
    static String readUntil(Socket socket, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] buffer = new byte[64 * 1024];
        while (text.indexOf(end, Math.max(0, text.length() - buffer.length - end.length())) < 0) {
            int read = socket.getInputStream().read(buffer);
            if (read < 0) {
                throw new EOFException("only this came: " + text);
            }
            text.append(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
        }
        return text.toString();
    }

    static List<Path> files(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** How many parts of bulks the nodes work on. */
    static int slotsInUse(TestGateway gateway) {
        UpstreamCluster cluster = gateway.gateway().clusters().iterator().next().cluster();
        return cluster.nodes().stream()
                .mapToInt(node -> cluster.slots().inUse(node))
                .sum();
    }

    static double gauge(TestGateway gateway, String name) {
        return gateway.meters().get(name).gauge().value();
    }
}
