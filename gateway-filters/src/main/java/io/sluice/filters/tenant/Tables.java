package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Reply;
import io.sluice.api.ResponsePlan;
import io.sluice.filters.tenant.answer.CatTable;
import io.sluice.filters.tenant.answer.TableRoom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Makes the tables of {@code _cat} that clients ask for: long ones beside the event loops, and not more at a time than there is room for. Thread-safe. */
final class Tables {

    /** Longer ones take a millisecond and more. */
    private static final int AT_ONCE = 64 << 10;

    /** Set where the rows are asked for as JSON, to make a table of them: what the client said may be another filter's word by then. */
    static final ExchangeKey<Boolean> WANTED = new ExchangeKey<>("tenant table wanted", Boolean.class);

    private static final ExchangeKey<TableRoom.Share> SHARE = new ExchangeKey<>("tenant table", TableRoom.Share.class);

    private final TableRoom room = new TableRoom();
    private final Executor executor;

    /** @param executor for long tables */
    Tables(Executor executor) {
        this.executor = executor;
    }

    /** What becomes of a response that a table is made of. */
    ResponsePlan plan(TenantRequest request, Exchange exchange) {
        CatTable table = CatTable.of(exchange.original().target());
        return new ResponsePlan.Aggregate(CatTable.MAX_BYTES, body -> made(table, body, request, exchange));
    }

    private ResponsePlan made(CatTable table, ByteBuf body, TenantRequest request, Exchange exchange) {
        TableRoom.Share share = room.share();
        exchange.put(SHARE, share);
        int bytes = body.readableBytes();
        if (!share.grow(bytes)) {
            return new ResponsePlan.Answer(CatTable.BUSY);
        }
        CatTable.Source source = table.source(body);
        if (bytes <= AT_ONCE) {
            return new ResponsePlan.Answer(source.reply(request::text, request::index, share));
        }
        try {
            // Nothing else uses the request until it is answered.
            CompletableFuture<Reply> later =
                    CompletableFuture.supplyAsync(() -> source.reply(request::text, request::index, share), executor);
            return new ResponsePlan.Later<>(later, ResponsePlan.Answer::new);
        } catch (RejectedExecutionException e) {
            return new ResponsePlan.Answer(CatTable.BUSY);
        }
    }

    /** The exchange is over. */
    static void ended(Exchange exchange) {
        TableRoom.Share share = exchange.get(SHARE);
        if (share != null) {
            share.close();
        }
    }
}
