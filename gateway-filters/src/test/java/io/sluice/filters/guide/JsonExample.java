package io.sluice.filters.guide;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.api.PathPattern;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.util.List;

/** Gives every search a time limit, whatever the client asked for. */
final class JsonExample implements Filter {

    private static final PathPattern SEARCH = PathPattern.parse("/{index}/_search");

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        return SEARCH.matches(head.target()) ? new RequestPlan.Json(head, new Timeout()) : RequestPlan.pass();
    }

    /** Leaves the client's timeout out and puts its own at the end: so it does not matter where the client's stood. */
    static final class Timeout implements JsonVisitor {

        private static final JsonNames TIMEOUT = JsonNames.of("timeout");
        private static final Json LIMIT = Json.string("10s");
        private static final List<JsonMember> OWN = List.of(new JsonMember("timeout", LIMIT));

        @Override
        public JsonEdit onValue(JsonCursor at) {
            if (at.depth() == 0) {
                return JsonEdit.descend();
            }
            return at.nameIs("timeout") ? JsonEdit.drop() : JsonEdit.verbatim();
        }

        @Override
        public List<JsonMember> onObjectEnd(JsonCursor at) {
            return OWN;
        }

        @Override
        public JsonNames guardedNames() {
            return TIMEOUT;
        }

        @Override
        public Json onEmptyBody() {
            return Json.parse("{\"timeout\":" + LIMIT + "}");
        }
    }
}
