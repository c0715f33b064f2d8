package io.sluice.filters.guide;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.PathPattern;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.util.Arrays;
import java.util.Map;

/** Lets only those indices be deleted that are there to be thrown away. */
final class AnswerExample implements Filter {

    private static final PathPattern INDEX = PathPattern.parse("/{index}");

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (!head.method().equals("DELETE")) {
            return RequestPlan.pass();
        }
        if (!head.target().synonyms().isEmpty()) {
            return RequestPlan.answer(Reply.error(400, "illegal_argument_exception", "name the index in the path"));
        }
        Map<String, String> names = INDEX.match(head.target());
        if (names == null
                || Arrays.stream(names.get("index").split(",", -1)).allMatch(name -> name.startsWith("tmp-"))) {
            return RequestPlan.pass();
        }
        return RequestPlan.answer(Reply.error(403, "security_exception", "only indices tmp-* may be deleted"));
    }
}
