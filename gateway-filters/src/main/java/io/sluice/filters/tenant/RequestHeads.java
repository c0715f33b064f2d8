package io.sluice.filters.tenant;

import io.sluice.api.Exchange;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.filters.http.JsonTypes;
import io.sluice.filters.tenant.move.ChangeMark;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rewrites request heads for the cluster. */
final class RequestHeads {

    /** Reply to a request whose body or accepted response is not JSON. */
    static final RequestPlan FOREIGN = RequestPlan.answer(
            Reply.error(406, "illegal_argument_exception", "only JSON bodies and answers are supported here"));

    private static final String OPAQUE_ID = "X-Opaque-Id";
    private static final int MAX_OPAQUE_ID = 256;

    private RequestHeads() {}

    /**
     * The head to send: it asks for JSON and names the tenant, if there is one, and the change that it is, if it is known by a mark; null if
     * the request sends or wants anything but JSON.
     */
    static @Nullable RequestHead sent(RequestHead head, Call call) {
        RequestHead accepting = JsonTypes.accepting(head);
        if (accepting == null || JsonTypes.isForeign(head.headers())) {
            return null;
        }
        if (call.caller().isNobody()) {
            return accepting.withoutHeader(OPAQUE_ID);
        }
        String tenant = call.caller().tenant();
        ChangeMark mark = call.exchange().get(ChangeMark.KEY);
        return accepting.withHeaders(named(accepting.headers(), mark == null ? tenant : mark.text()));
    }

    // Several X-Opaque-Id headers are all kept, because a server refuses them.
    private static Headers named(Headers sent, String own) {
        List<String> names = sent.all(OPAQUE_ID);
        if (names.isEmpty()) {
            return sent.with(OPAQUE_ID, own);
        }
        Headers headers = sent.without(OPAQUE_ID);
        for (String name : names) {
            headers = headers.and(OPAQUE_ID, own + "/" + name.substring(0, Math.min(name.length(), MAX_OPAQUE_ID)));
        }
        return headers;
    }

    /** The same head, accepting JSON only. */
    static RequestHead forJson(RequestHead head) {
        return head.withHeader("Accept", "application/json");
    }

    /** The client's {@code X-Opaque-Id}; null if there is none. */
    static @Nullable String opaqueId(Exchange exchange) {
        return exchange.original().headers().get(OPAQUE_ID);
    }
}
