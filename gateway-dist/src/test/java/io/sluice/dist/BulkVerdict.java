package io.sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.api.Reply;
import io.sluice.api.RequestTarget;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.bulk.line.BulkLine;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.bulk.verdict.BulkGrammar;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * The outcome of a bulk as a whole.
 *
 * @param status 200 if its items are executed
 * @param items how many items it has, if they are executed
 * @param type of the error, empty if there is none
 * @param reason of the error, empty if there is none
 */
record BulkVerdict(int status, int items, String type, String reason) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** The splitter's, for a server of this grammar. */
    static BulkVerdict here(BulkGrammar grammar, String target, byte[] body) throws IOException {
        BulkDefaults url = BulkDefaults.of(RequestTarget.parse(target));
        ByteBuf chunk = Unpooled.wrappedBuffer(body);
        try (BulkSplitter splitter = new BulkSplitter(url, BulkLimits.DEFAULT, grammar, Nowhere.INSTANCE)) {
            splitter.write(chunk);
            splitter.end();
            Reply refusal = splitter.refusal();
            return refusal == null
                    ? new BulkVerdict(200, splitter.items(), "", "")
                    : of(refusal.status(), refusal.body());
        }
    }

    /** A server's. */
    static BulkVerdict there(HttpClient client, URI server, String target, byte[] body)
            throws IOException, InterruptedException {
        // Updates may return documents, which our parsers need not read.
        String filter =
                (target.contains("?") ? "&" : "?") + "filter_path=items.*.status,error.type,error.reason,status";
        HttpRequest request = HttpRequest.newBuilder(server.resolve(target + filter))
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        return of(answer.statusCode(), answer.body());
    }

    private static BulkVerdict of(int status, byte[] answer) throws IOException {
        JsonNode json = MAPPER.readTree(new String(answer, UTF_8));
        JsonNode error = json.path("error");
        return new BulkVerdict(
                status,
                json.path("items").size(),
                error.path("type").asText(),
                error.path("reason").asText());
    }

    boolean isAccepted() {
        return status == 200;
    }

    /** Whether status and error type are equal. */
    boolean isLike(BulkVerdict other) {
        return status == other.status && items == other.items && type.equals(other.type);
    }

    @Override
    public String toString() {
        return isAccepted() ? items + " items" : status + " " + type + ": " + reason;
    }

    /** Visits every item without changing any bytes. */
    private enum Nowhere implements BulkSplitter.Target {
        INSTANCE;

        @Override
        public int place(BulkLine action, int position) {
            return 0;
        }

        @Override
        public void append(int place, byte[] bytes, int from, int to) {}

        @Override
        public void itemEnded(int place) {}
    }
}
