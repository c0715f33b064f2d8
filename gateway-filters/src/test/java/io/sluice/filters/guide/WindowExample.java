package io.sluice.filters.guide;

import static io.sluice.api.RequestPlan.pass;
import static io.sluice.api.RequestPlan.refuse;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Key;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.util.List;

/** Keeps pages of searches within a window, wherever from and size stand. */
@FilterType("window-limit")
record WindowExample(
        @Key(value = "the most that from and size may come to", def = "1000")
        long most) implements Filter {

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (!head.is("/_search", "/{index}/_search", "/{index}/{type}/_search")) {
            return pass();
        }
        Window window = new Window(most);
        window.from = head.target().number("from", 0);
        window.size = head.target().number("size", 0);
        window.sized = head.target().parameter("size") != null;
        return window.isTooLarge() ? refuse(400, window.reason()) : new RequestPlan.Json(head, window);
    }

    static final class Window implements JsonVisitor {

        private static final JsonNames NAMES = JsonNames.of("from", "size");
        private static final long DEFAULT_SIZE = 10;
        private final long most;
        private long from;
        private long size;
        private boolean sized;

        Window(long most) {
            this.most = most;
        }

        @Override
        public JsonEdit onValue(JsonCursor at) {
            if (at.depth() == 0) {
                return JsonEdit.descend();
            }
            try {
                if (at.nameIs("from")) {
                    from = Math.max(from, at.asLong());
                } else if (at.nameIs("size")) {
                    size = Math.max(size, at.asLong());
                    sized = true;
                }
            } catch (IllegalArgumentException e) {
                return JsonEdit.refuse(400, "from and size are numbers");
            }
            return isTooLarge() ? JsonEdit.refuse(400, reason()) : JsonEdit.verbatim();
        }

        private boolean isTooLarge() {
            return from > most - size;
        }

        private String reason() {
            return "from and size may come to " + most + " at most";
        }

        @Override
        public List<JsonMember> onObjectEnd(JsonCursor at) {
            return sized
                    ? List.of()
                    : List.of(new JsonMember("size", Json.number(Math.min(DEFAULT_SIZE, most - from))));
        }

        @Override
        public JsonNames guardedNames() {
            return NAMES;
        }

        @Override
        public Json onEmptyBody() {
            return sized ? Json.parse("{}") : Json.parse("{\"size\":" + Math.min(DEFAULT_SIZE, most - from) + "}");
        }
    }
}
