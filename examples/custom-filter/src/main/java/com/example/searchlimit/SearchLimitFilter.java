package com.example.searchlimit;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterMeters;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.api.PathPattern;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.math.BigDecimal;
import java.util.List;

/**
 * Refuses searches whose {@code size} is above a limit, in the URL or in the body. The body streams through: it is looked at value
 * by value while it is on its way, and never held as a whole. Immutable and shared by all event loops.
 */
final class SearchLimitFilter implements Filter {

    private static final List<PathPattern> SEARCHES =
            List.of(PathPattern.parse("/_search"), PathPattern.parse("/{index}/_search"));
    private static final JsonNames SIZE = JsonNames.of("size");

    private final BigDecimal maxSize;
    private final FilterMeters.Counter refused;
    private final JsonVisitor body = new SizeCheck();

    SearchLimitFilter(int maxSize, FilterMeters.Counter refused) {
        this.maxSize = BigDecimal.valueOf(maxSize);
        this.refused = refused;
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (SEARCHES.stream().noneMatch(search -> search.matches(head.target()))) {
            return RequestPlan.pass();
        }
        String size = head.target().parameter("size");
        return size != null && isTooLarge(size) ? RequestPlan.answer(refusal(size)) : new RequestPlan.Json(head, body);
    }

    // What is not a number is left to Elasticsearch, which says so better.
    private boolean isTooLarge(String size) {
        try {
            return new BigDecimal(size).compareTo(maxSize) > 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private Reply refusal(String size) {
        refused.increment();
        return Reply.error(
                400, "illegal_argument_exception", "a search may ask for " + maxSize + " hits at most, not " + size);
    }

    /** Asked about each value of the body that it wants to see: the members of the root. Keeps nothing, so one serves all. */
    private final class SizeCheck implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            if (at.depth() == 0) {
                return JsonEdit.descend();
            }
            // Elasticsearch takes a number in quotes too.
            boolean scalar = at.kind() == JsonKind.NUMBER || at.kind() == JsonKind.STRING;
            boolean size = at.depth() == 1 && at.nameIs("size") && scalar && !at.isOversized();
            return size && isTooLarge(at.text()) ? new JsonEdit.Refuse(refusal(at.text())) : JsonEdit.verbatim();
        }

        /** A second "size" would be the one that counts: an object with two is refused. */
        @Override
        public JsonNames guardedNames() {
            return SIZE;
        }
    }
}
