package io.sluice.filters.jsonedit;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.JsonRules;
import io.sluice.api.MediaTypes;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import io.sluice.filters.http.JsonTypes;
import io.sluice.filters.match.Condition;
import io.sluice.filters.match.PathGuard;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Edits JSON bodies of matching requests, and of their responses. Immutable. */
@FilterType(value = "json-edit", description = "sets, removes, replaces and renames parts of JSON bodies by path")
final class JsonEditFilter implements Filter {

    private final @Nullable Condition when;
    private final PathGuard guard;
    private final boolean editsRequests;
    private final JsonAnswers answers;
    private final JsonRules requestRules;
    private final JsonRules updateRules;
    private final JsonRules responseRules;
    /** Whether the response to a matching request must be JSON; unset for other requests. */
    private final ExchangeKey<Boolean> onlyJson = new ExchangeKey<>("json-edit", Boolean.class);

    JsonEditFilter(JsonEditConfig config) {
        this.when = config.when();
        this.guard = new PathGuard(Stream.ofNullable(when));
        this.editsRequests = !config.request().isEmpty();
        this.answers = JsonAnswers.of(config.response());
        this.requestRules = rules(config.request());
        this.updateRules = requestRules.forUpdates();
        this.responseRules = rules(config.response());
    }

    private static JsonRules rules(List<Edit> edits) {
        return JsonRules.of(edits.stream().map(Edit::rule).toList());
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        Reply refusal = guard.refusal(head, exchange);
        if (refusal != null) {
            return RequestPlan.answer(refusal);
        }
        if (when != null && !when.matches(head, exchange)) {
            return RequestPlan.pass();
        }
        boolean required = answers.required(head) && !isHead(exchange);
        exchange.put(onlyJson, required);
        Reply other = required ? JsonAnswers.refusal(head) : null;
        if (other != null) {
            return RequestPlan.answer(other);
        }
        // If a server may choose, it answers in the type of the request's body.
        RequestHead asking = required ? Objects.requireNonNull(JsonTypes.accepting(head)) : head;
        if (!editsRequests) {
            return asking.equals(head) ? RequestPlan.pass() : new RequestPlan.Head(asking);
        }
        Reply unreadable = unreadable(head);
        return unreadable == null ? edit(asking) : RequestPlan.answer(unreadable);
    }

    private static boolean isHead(Exchange exchange) {
        return exchange.original().method().equals("HEAD");
    }

    // A body that cannot be edited must not pass unedited.
    private static @Nullable Reply unreadable(RequestHead head) {
        return JsonTypes.isForeign(head.headers())
                ? Reply.error(406, "illegal_argument_exception", "only JSON bodies are supported here")
                : null;
    }

    private RequestPlan edit(RequestHead head) {
        return switch (BodyKind.of(head.target())) {
            case JSON -> requestRules.plan(head);
            case BULK -> new RequestPlan.Bulk(head, new BulkSources(requestRules, updateRules));
            case MSEARCH -> new RequestPlan.Ndjson(head, new MsearchBodies(requestRules));
        };
    }

    @Override
    public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
        Boolean required = exchange.get(onlyJson);
        if (required == null
                || !answers.edited()
                || head.origin() != ResponseHead.Origin.UPSTREAM
                || head.status() >= 300
                || isHead(exchange)) {
            return ResponsePlan.pass();
        }
        // The chain refuses a body that is not JSON.
        return required || MediaTypes.isJson(head.headers().get("Content-Type"))
                ? responseRules.plan(head)
                : ResponsePlan.pass();
    }
}
