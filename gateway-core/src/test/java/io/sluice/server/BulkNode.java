package io.sluice.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A node that answers bulks of index actions with one result an item, or as a test tells it. */
final class BulkNode {
    private static final Pattern ID = Pattern.compile("\"_id\":\"([^\"]*)\"");

    private BulkNode() {}

    /** What a node says to the items of one request. */
    interface Results {
        /** The result of an item: what stands behind its {@code _id}. */
        String of(int request, String id);
    }

    static final Results CREATED = (request, id) -> "\"_version\":1,\"result\":\"created\",\"status\":201";

    static String busy() {
        return "\"status\":429,\"error\":{\"type\":\"es_rejected_execution_exception\",\"reason\":\"queue is full\"}";
    }

    static TestNode answering(Results results) throws IOException {
        return new TestNode(connection -> {
            for (var request = readBulk(connection); request != null; request = readBulk(connection)) {
                connection.send(TestNode.ok(answer(request.text(), 0, results)));
            }
        });
    }

    /** How a node answers bulks. */
    interface Answering {
        /** Sends the answer, or does something else; {@code number} counts the node's bulks from 1. */
        void answer(int number, TestNode.Connection connection, String answer) throws IOException, InterruptedException;
    }

    /** A node that would create everything, and gives its answers as told. */
    static TestNode answering(Answering how) throws IOException {
        var bulks = new AtomicInteger();
        return new TestNode(connection -> {
            for (var request = readBulk(connection); request != null; request = readBulk(connection)) {
                how.answer(bulks.incrementAndGet(), connection, TestNode.ok(answer(request.text(), 0, CREATED)));
            }
        });
    }

    /** A node that creates everything, and says of itself how many bytes it takes in a request. */
    static TestNode taking(int bytes) throws IOException {
        return described(
                bytes,
                (connection, head) -> connection.send(
                        TestNode.ok(answer(connection.readBody(head).text(), 0, CREATED))));
    }

    /** What a node does with a bulk of which it has read the head. */
    interface Meeting {
        void meet(TestNode.Connection connection, TestNode.Request head) throws IOException;
    }

    /** A node of version 7.17 that takes so many bytes in a request. */
    static TestNode described(int bytes, Meeting bulks) throws IOException {
        return described(bytes, List.of("7.17.28"), bulks);
    }

    /** A node of the first of these versions, which says that there are others of the other ones. */
    static TestNode described(int bytes, List<String> versions, Meeting bulks) throws IOException {
        ServerSocket server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        String nodes = TestNode.ok(IntStream.range(0, versions.size())
                .mapToObj(i ->
                        "\"n%1$d\":{\"name\":\"n%1$d\",\"roles\":[\"data\"],\"version\":\"%2$s\",\"http\":{\"publish_address\":\"127.0.0.%3$d:%4$d\",\"max_content_length_in_bytes\":%5$d}}"
                                .formatted(i, versions.get(i), i + 1, server.getLocalPort(), bytes))
                .collect(Collectors.joining(",", "{\"nodes\":{", "}}")));
        return new TestNode(server, connection -> {
            for (var head = connection.readHead(); head != null; head = connection.readHead()) {
                if (head.line().startsWith("GET")) {
                    connection.readBody(head);
                    boolean asked = head.line().startsWith("GET /_nodes/http");
                    connection.send(asked ? nodes : TestNode.ok("{\"cluster_uuid\":\"a\"}"));
                } else {
                    bulks.meet(connection, head);
                }
            }
        });
    }

    /** The next bulk; what the gateway asks about the cluster is answered with nothing. Null if the connection was closed. */
    static TestNode.Request readBulk(TestNode.Connection connection) throws IOException {
        TestNode.Request request = connection.readRequest();
        while (request != null && request.line().startsWith("GET")) {
            connection.send(TestNode.ok("{}"));
            request = connection.readRequest();
        }
        return request;
    }

    /** The bulks that a node has read. */
    static List<TestNode.Request> bulks(TestNode node) {
        return node.requests().stream()
                .filter(request -> !request.line().startsWith("GET"))
                .toList();
    }

    /** The answer to a bulk; {@code number} counts requests. */
    static String answer(String body, int number, Results results) {
        List<String> items = new ArrayList<>();
        for (String id : ids(body)) {
            items.add("{\"index\":{\"_index\":\"logs\",\"_id\":\"" + id + "\"," + results.of(number, id) + "}}");
        }
        boolean errors = items.stream().anyMatch(item -> item.contains("\"error\""));
        return "{\"took\":3,\"errors\":" + errors + ",\"items\":[" + String.join(",", items) + "]}";
    }

    /** The ids of a bulk's items in order; an item without one has the text of its source line. */
    static List<String> ids(String body) {
        List<String> ids = new ArrayList<>();
        String[] lines = body.split("\n");
        for (int i = 0; i + 1 < lines.length; i += 2) {
            Matcher matcher = ID.matcher(lines[i]);
            ids.add(matcher.find() ? matcher.group(1) : lines[i + 1].replaceAll("\\W", ""));
        }
        return ids;
    }
}
