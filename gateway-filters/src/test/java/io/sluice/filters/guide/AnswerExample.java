package io.sluice.filters.guide;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.PathPattern;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;

/** Refuses to delete whole indices. */
final class AnswerExample implements Filter {

    private static final PathPattern INDEX = PathPattern.parse("/{index}");

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (head.method().equals("DELETE") && INDEX.matches(head.target())) {
            return RequestPlan.answer(
                    Reply.error(403, "security_exception", "indices are deleted by their owners only"));
        }
        return RequestPlan.pass();
    }
}
