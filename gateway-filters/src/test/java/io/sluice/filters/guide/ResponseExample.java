package io.sluice.filters.guide;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BodySink;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.PathPattern;
import io.sluice.api.Reply;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** Each plan for a response, by status and endpoint. */
final class ResponseExample implements Filter {

    private static final PathPattern CAT = PathPattern.parse("/_cat/**");

    @Override
    public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
        if (head.origin() != ResponseHead.Origin.UPSTREAM) {
            return new ResponsePlan.Head(head.withHeader("X-Answered-By", "gateway"));
        }
        return switch (head.status()) {
            case 201 ->
                new ResponsePlan.Later<>(
                        copied(exchange), copied -> new ResponsePlan.Head(head.withHeader("X-Copied", copied)));
            case 404 -> new ResponsePlan.Answer(Reply.error(404, "not_found", "there is no such thing"));
            case 429 -> new ResponsePlan.Aggregate(64 * 1024, whole -> new ResponsePlan.Answer(busy(whole)));
            case 200 -> {
                boolean table = CAT.matches(exchange.original().target());
                yield table
                        ? new ResponsePlan.Stream(head, ResponseExample::withoutTabs)
                        : new ResponsePlan.Json(head, ResponseExample::withoutShards);
            }
            default -> ResponsePlan.pass();
        };
    }

    private static CompletableFuture<String> copied(Exchange exchange) {
        return CompletableFuture.completedFuture(exchange.original().target().rawPath());
    }

    private static JsonEdit withoutShards(JsonCursor at) {
        if (at.depth() == 0) {
            return JsonEdit.descend();
        }
        return at.nameIs("_shards") ? JsonEdit.drop() : JsonEdit.verbatim();
    }

    private static Reply busy(ByteBuf lent) {
        return Reply.text(429, "slow down: " + lent.toString(StandardCharsets.UTF_8));
    }

    private static void withoutTabs(ByteBuf chunk, BodySink sink) {
        byte[] bytes = new byte[chunk.readableBytes()];
        chunk.getBytes(chunk.readerIndex(), bytes);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes[i] == '\t' ? (byte) ' ' : bytes[i];
        }
        sink.write(bytes);
    }
}
