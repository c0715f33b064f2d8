package io.sluice.filters.answer;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.filters.match.Condition;
import io.sluice.filters.match.PathGuard;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers matching requests with one prepared reply. Immutable. */
@FilterType(value = "answer", description = "answers requests by itself, with a fixed status, headers and body")
final class AnswerFilter implements Filter {

    private final @Nullable Condition when;
    private final PathGuard guard;
    private final RequestPlan answer;

    AnswerFilter(AnswerConfig config) {
        this.when = config.when();
        this.guard = new PathGuard(Stream.ofNullable(when));
        this.answer = RequestPlan.answer(config.reply());
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        Reply refusal = guard.refusal(head, exchange);
        if (refusal != null) {
            return RequestPlan.answer(refusal);
        }
        return when == null || when.matches(head, exchange) ? answer : RequestPlan.pass();
    }
}
