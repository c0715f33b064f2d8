package io.sluice.filters.guide;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.Json;
import io.sluice.api.Key;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.util.Map;

/** Answers reads of some documents from a table, without asking the cluster. */
@FilterType("answer-from-table")
record TableExample(
        @Key("index of the documents") String index,
        @Key("the source of each document, by its id") Map<String, Json> documents)
        implements Filter {

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (!head.method().equals("GET") || !head.is("/" + index + "/_source/{id}")) {
            return RequestPlan.pass();
        }
        Json document = documents.get(head.target().segments().getLast());
        return document == null
                ? RequestPlan.refuse(404, "there is no such document")
                : RequestPlan.answer(Reply.json(200, document));
    }
}
