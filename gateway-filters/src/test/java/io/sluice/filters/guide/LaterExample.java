package io.sluice.filters.guide;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Asks a directory which cluster a customer lives on; the directory blocks. */
final class LaterExample implements Filter {

    private final FilterContext context;
    private final Function<String, String> directory;

    LaterExample(FilterContext context, Function<String, String> directory) {
        this.context = context;
        this.directory = directory;
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        String customer = head.headers().get("X-Customer");
        if (customer == null) {
            return RequestPlan.answer(Reply.error(400, "illegal_argument_exception", "X-Customer is missing"));
        }
        var cluster = CompletableFuture.supplyAsync(() -> directory.apply(customer), context.blockingExecutor());
        return new RequestPlan.Later<>(cluster, found -> {
            exchange.target(found);
            return RequestPlan.pass();
        });
    }
}
