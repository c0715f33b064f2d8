package io.sluice.server;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One exchange of {@link RandomExchangesTest}: what the client sends and how, what the node does, and which ends are right then. Its
 * mark is in the target, in every body and in every answer of the node, so that bytes of another exchange are seen.
 */
final class RandomExchange {

    /** The ways through the gateway, each a listener with one flow. */
    enum Way {
        PLAIN,
        REPLAY,
        JSON,
        AGGREGATE,
        LATER,
        RESPONSE,
        THROWING,
        ANSWER,
        BULK,
        ROUNDS,
        ATOMIC;

        String listener() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isBulk() {
            return this == BULK || this == ROUNDS || this == ATOMIC;
        }

        /** Whether the gateway reads the body, so that gzip is undone. */
        boolean looksInside() {
            return isBulk() || this == JSON || this == AGGREGATE || this == LATER;
        }
    }

    /** What the node does with the first request of the exchange that it gets; with those after it nothing. */
    enum NodeFault {
        NONE(false, 200),
        SLOW(false, 200),
        INFORMATIONAL(false, 200),
        EARLY(false, 413),
        LONGER_THAN_IT_SAYS(false, 200),
        TWO_ANSWERS(false, 200),
        GARBAGE(false, 502),
        RESET_AFTER_HEAD(false, 502),
        RESET_AFTER_BODY(false, 502),
        CLOSE_AFTER_BODY(false, 502),
        HALF_A_HEAD(false, 502),
        HUGE_HEAD(false, 502),
        RESET_IN_BODY(true, 502),
        CLOSE_IN_BODY(true, 502),
        SILENT(false, 504),
        STALL_IN_BODY(true, 504);

        private final boolean mayCut;
        private final int status;

        NodeFault(boolean mayCut, int status) {
            this.mayCut = mayCut;
            this.status = status;
        }
    }

    /** What the client does. */
    enum ClientFault {
        NONE,
        SLOW,
        SLOW_READER,
        EXPECT,
        HALF_CLOSED,
        RESET,
        CLOSED,
        TRUNCATED,
        GARBAGE;

        /** Whether the client takes part to the end, so that it must get an answer. */
        boolean isHonest() {
            return this == NONE || this == SLOW || this == SLOW_READER || this == EXPECT;
        }

        /** Whether the connection may be used for another exchange, or before this one's answer for the next. */
        boolean keepsConnection() {
            return this == NONE || this == SLOW;
        }
    }

    /** Ends that are right for any exchange that took long, as a slow machine makes every side late. */
    private static final Set<Integer> LATE = Set.of(408, 429, 503, 504);

    private static final int[] SIZES = {0, 1, 100, 3_000, 20_000, 100_000, 300_000};

    final int mark;
    final Way way;
    final NodeFault nodeFault;
    final ClientFault clientFault;
    final int items;
    final int answerFill;
    /** How often the node has got a request of this exchange. */
    final AtomicInteger arrivals = new AtomicInteger();

    private final String method;
    private final boolean chunked;
    private final boolean gzip;
    private final int requestFill;
    private final int chunk;

    RandomExchange(int mark, Way way, Random random) {
        this.mark = mark;
        this.way = way;
        boolean atPeace = random.nextInt(5) < 2;
        NodeFault drawn = atPeace ? NodeFault.NONE : pick(random, NodeFault.values());
        this.clientFault = atPeace || random.nextInt(3) > 0 ? ClientFault.NONE : pick(random, ClientFault.values());
        boolean bodyless = (way == Way.PLAIN || way == Way.RESPONSE) && random.nextInt(3) == 0;
        this.method = !bodyless ? "POST" : way == Way.PLAIN && random.nextBoolean() ? "HEAD" : "GET";
        // An answer to HEAD ends with its head, so nothing can happen in its body.
        boolean none = isHead() && drawn.mayCut;
        this.nodeFault = none ? NodeFault.NONE : drawn;
        this.chunked = random.nextBoolean();
        this.gzip = way.looksInside() && random.nextInt(4) == 0;
        this.requestFill = size(random);
        this.answerFill = size(random);
        this.items = 1 + random.nextInt(random.nextInt(8) == 0 ? 3_000 : 100);
        this.chunk = 1 + random.nextInt(random.nextBoolean() ? 50 : 20_000);
    }

    private static int size(Random random) {
        return SIZES[Math.min(random.nextInt(SIZES.length), random.nextInt(SIZES.length))];
    }

    static <T> T pick(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    String target() {
        return way.isBulk()
                ? "/m" + mark + "/_bulk"
                : way == Way.REPLAY ? "/m" + mark + "/_search" : "/m" + mark + "/x";
    }

    // Reading requests are sent again where a node breaks them off.
    private boolean isReplayable() {
        return nodeFault.status == 502 && (way == Way.REPLAY || !hasBody());
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    boolean hasBody() {
        return method.equals("POST");
    }

    /** The text of an item's or an answer's filling, made of the mark. */
    String fill(int length) {
        String unit = mark + ".";
        return unit.repeat(length / unit.length());
    }

    /** The request's head, its end included. */
    byte[] head(byte[] body) {
        StringBuilder head = new StringBuilder(method + " " + target() + " HTTP/1.1\r\nhost: a\r\n");
        if (hasBody()) {
            head.append("content-type: ")
                    .append(way.isBulk() ? "application/x-ndjson" : "application/json")
                    .append("\r\n");
            head.append(chunked ? "transfer-encoding: chunked\r\n" : "content-length: " + body.length + "\r\n");
            head.append(gzip ? "content-encoding: gzip\r\n" : "");
            head.append(clientFault == ClientFault.EXPECT ? "expect: 100-continue\r\n" : "");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** The request's body before it is framed. */
    byte[] body() throws Exception {
        if (!hasBody()) {
            return new byte[0];
        }
        byte[] text = (way.isBulk()
                        ? bulk()
                        : "{\"mark\":" + mark + ",\"size\":10,\"fill\":\"" + fill(requestFill) + "\"}")
                .getBytes(StandardCharsets.US_ASCII);
        return gzip ? TestFilter.gzip(text) : text;
    }

    private String bulk() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < items; i++) {
            lines.append("{\"index\":{\"_id\":\"m")
                    .append(mark)
                    .append('-')
                    .append(i)
                    .append("\"}}\n");
            lines.append("{\"fill\":\"").append(fill(i % 50)).append("\"}\n");
        }
        return lines.toString();
    }

    /** The body as it goes over the wire. */
    byte[] framed(byte[] body) {
        if (!chunked || !hasBody()) {
            return body;
        }
        ByteArrayOutputStream framed = new ByteArrayOutputStream(body.length + 64);
        for (int at = 0; at < body.length; at += chunk) {
            int length = Math.min(chunk, body.length - at);
            framed.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            framed.write(body, at, length);
            framed.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        framed.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return framed.toByteArray();
    }

    /**
     * Whether the client may get this status in a complete answer.
     *
     * @param late whether it came so late that some side may have given up
     */
    boolean mayBe(int status, boolean late) {
        if (late && LATE.contains(status)) {
            return true;
        }
        return switch (clientFault) {
            case GARBAGE -> status == 400;
            case TRUNCATED -> status == 400 || mayBeOfFlow(status);
            default -> mayBeOfFlow(status);
        };
    }

    private boolean mayBeOfFlow(int status) {
        return switch (way) {
            case ANSWER -> status == 403;
            case THROWING -> status == 500 || status == nodeFault.status && status != 200;
            // What happens to one part of a bulk may be told at its items.
            case BULK, ROUNDS, ATOMIC -> status == nodeFault.status || status == 200;
            default -> status == nodeFault.status || status == 200 && isReplayable();
        };
    }

    /** Whether the client's connection may be closed without a complete answer. */
    boolean mayBeCut() {
        return !clientFault.isHonest() || nodeFault.mayCut;
    }

    /** Whether an exchange without any fault got what it asked for. */
    boolean isPerfect() {
        return nodeFault == NodeFault.NONE
                && clientFault == ClientFault.NONE
                && way != Way.THROWING
                && way != Way.ANSWER;
    }

    @Override
    public String toString() {
        return "exchange " + mark + " " + way + " node " + nodeFault + " client " + clientFault + " " + method
                + (chunked ? " chunked" : "") + (gzip ? " gzip" : "") + " items " + items + " fill " + requestFill + "/"
                + answerFill;
    }
}
