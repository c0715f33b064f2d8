package io.sluice.server;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Filters that a test can see come and go. */
final class SeenFilters {
    private final List<String> made = new CopyOnWriteArrayList<>();
    private final List<String> closed = new CopyOnWriteArrayList<>();

    TestFilter type(String type) {
        return new TestFilter(type, context -> make(type, context));
    }

    private Filter make(String type, FilterContext context) {
        String name = type + " at " + context.name();
        made.add(name);
        var calls = context.meters().counter("calls_of_" + type, "calls");
        context.meters().gauge("seen_made", "made", made::size);
        return new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                calls.add(1);
                return head.target().rawPath().equals("/own")
                        ? RequestPlan.answer(Reply.text(200, type))
                        : RequestPlan.pass();
            }

            @Override
            public void close() {
                closed.add(name);
            }
        };
    }

    /** Type and place of all that were made. */
    List<String> made() {
        return made;
    }

    /** Type and place of those that were closed. */
    List<String> closed() {
        return closed;
    }
}
