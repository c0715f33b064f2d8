package com.example.searchlimit;

import static io.sluice.api.JsonEdit.keep;
import static io.sluice.api.RequestPlan.pass;
import static io.sluice.api.RequestPlan.refuse;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.Key;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;

/** Refuses searches that ask for too many hits, in the URL or in the body, which is never held as a whole. */
@FilterType("search-limit")
record SearchLimit(@Key(value = "the most hits that one search may ask for", def = "1000") int maxSize) implements Filter {

    SearchLimit {
        if (maxSize < 1) {
            throw new IllegalArgumentException("maxSize must be at least 1, is " + maxSize);
        }
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (!head.is("/_search", "/{index}/_search", "/{index}/{type}/_search")) {
            return pass();
        }
        return head.target().number("size", 0) > maxSize
                ? refuse(400, reason())
                : Json.at(head, "/size", size -> size.asLong() > maxSize ? JsonEdit.refuse(400, reason()) : keep());
    }

    private String reason() {
        return "a search may ask for " + maxSize + " hits at most";
    }
}
