package io.sluice.server;

import io.sluice.server.RandomExchange.NodeFault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** A node of {@link RandomExchangesTest}: answers each request as its exchange says, and checks that what came is all of that exchange. */
final class RandomNode implements TestNode.Script {
    private static final Pattern MARK = Pattern.compile(" /m(\\d+)/");
    private static final String POISON = "HTTP/1.1 200 OK\r\nx-mark: poison\r\ncontent-length: 6\r\n\r\npoison";
    private static final int HUGE = 80 * 1024;

    private final Map<Integer, RandomExchange> exchanges;
    private final Queue<String> violations;

    /**
     * @param exchanges those under way, by mark
     * @param violations told of requests that are not what their client sent
     */
    RandomNode(Map<Integer, RandomExchange> exchanges, Queue<String> violations) {
        this.exchanges = exchanges;
        this.violations = violations;
    }

    @Override
    public void serve(TestNode.Connection connection) throws IOException, InterruptedException {
        for (var head = connection.readHead(); head != null; head = connection.readHead()) {
            Matcher mark = MARK.matcher(head.line());
            RandomExchange exchange = mark.find() ? exchanges.get(Integer.valueOf(mark.group(1))) : null;
            if (exchange == null) {
                // What the gateway asks about the cluster, or an exchange of which the client is gone.
                connection.bodyOf(head);
                connection.send(TestNode.ok("{}"));
            } else if (!answer(connection, head, exchange)) {
                return;
            }
        }
    }

    /** False if the connection ends. */
    private boolean answer(TestNode.Connection connection, TestNode.Request head, RandomExchange exchange)
            throws IOException, InterruptedException {
        NodeFault fault = exchange.arrivals.getAndIncrement() == 0 ? exchange.nodeFault : NodeFault.NONE;
        if (fault == NodeFault.RESET_AFTER_HEAD) {
            connection.reset();
            return false;
        }
        if (fault == NodeFault.EARLY) {
            String early = exchange.isHead() ? "" : "{\"mark\":" + exchange.mark + ",\"size\":10}";
            connection.send(answerOf(exchange, 413, early));
            connection.bodyOf(head);
            return true;
        }
        String request = text(head, connection.bodyOf(head));
        check(exchange, request);
        String body = exchange.way.isBulk()
                ? BulkNode.answer(request, 0, BulkNode.CREATED)
                : "{\"mark\":" + exchange.mark + ",\"size\":10,\"fill\":\"" + exchange.fill(exchange.answerFill)
                        + "\"}";
        return give(connection, exchange, fault, body);
    }

    private static boolean give(TestNode.Connection connection, RandomExchange exchange, NodeFault fault, String body)
            throws IOException, InterruptedException {
        String answer = answerOf(exchange, 200, exchange.isHead() ? "" : body);
        int headEnd = answer.indexOf("\r\n\r\n") + 4;
        String half = answer.substring(0, headEnd + (answer.length() - headEnd) / 2);
        switch (fault) {
            case NONE, EARLY, RESET_AFTER_HEAD -> connection.send(answer);
            case SLOW -> inPieces(connection, answer);
            case INFORMATIONAL ->
                connection.send(
                        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\nx-mark: poison\r\n\r\n" + answer);
            case LONGER_THAN_IT_SAYS -> connection.send(answer + "poison");
            case TWO_ANSWERS -> connection.send(answer + POISON);
            case GARBAGE -> connection.send("\u0001\u0002 poison\r\n\r\n");
            case HALF_A_HEAD -> connection.send(answer.substring(0, headEnd / 2));
            case HUGE_HEAD -> connection.send("HTTP/1.1 200 OK\r\nx-huge: " + "y".repeat(HUGE) + "\r\n\r\n");
            case RESET_IN_BODY, CLOSE_IN_BODY, STALL_IN_BODY -> connection.send(half);
            case RESET_AFTER_BODY, CLOSE_AFTER_BODY, SILENT -> {}
        }
        switch (fault) {
            case RESET_AFTER_BODY, RESET_IN_BODY -> connection.reset();
            case SILENT, STALL_IN_BODY -> connection.read();
            default -> {}
        }
        return switch (fault) {
            case NONE, SLOW, INFORMATIONAL, LONGER_THAN_IT_SAYS, TWO_ANSWERS -> true;
            default -> false;
        };
    }

    private static void inPieces(TestNode.Connection connection, String answer)
            throws IOException, InterruptedException {
        int step = Math.max(1, answer.length() / 5);
        for (int at = 0; at < answer.length(); at += step) {
            connection.send(answer.substring(at, Math.min(answer.length(), at + step)));
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    // Chunked, with its length, by turns.
    private static String answerOf(RandomExchange exchange, int status, String body) {
        String head =
                "HTTP/1.1 " + status + " X\r\ncontent-type: application/json\r\nx-mark: " + exchange.mark + "\r\n";
        int length = body.length();
        return exchange.mark % 2 == 0 || exchange.isHead()
                ? head + "content-length: " + length + "\r\n\r\n" + body
                : head + "transfer-encoding: chunked\r\n\r\n" + Integer.toHexString(length) + "\r\n" + body
                        + "\r\n0\r\n\r\n";
    }

    private static String text(TestNode.Request head, byte[] body) throws IOException {
        if (head.header("content-encoding") == null) {
            return new String(body, StandardCharsets.US_ASCII);
        }
        try (var plain = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return new String(plain.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private void check(RandomExchange exchange, String request) {
        boolean right = switch (exchange.way) {
            case BULK, ROUNDS, ATOMIC ->
                BulkNode.ids(request).stream().allMatch(id -> id.startsWith("m" + exchange.mark + "-"));
            case JSON -> request.startsWith("{\"mark\":" + exchange.mark + ",\"size\":7,") && request.endsWith("\"}");
            default ->
                !exchange.hasBody()
                        || request.startsWith("{\"mark\":" + exchange.mark + ",\"size\":10,")
                                && request.endsWith("\"}");
        };
        if (!right) {
            String begin = request.substring(0, Math.min(100, request.length()));
            violations.add(exchange + ": the node got " + request.length() + " bytes that begin with " + begin);
        }
    }
}
