package io.sluice.filters.authorize;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.filters.handle.HandleKind;
import org.jspecify.annotations.Nullable;

/**
 * Seals the ids in an answer. One that is found nowhere here reaches the client as it is, and can then not be continued; one that is too long to
 * be given back sealed ends the exchange.
 *
 * @param kind of the member {@code id}; null if that is no id of what is open
 */
record SealedAnswer(OwnHandles handles, @Nullable HandleKind kind) implements JsonVisitor {

    /** What has ids in it: the answer to a search that ran by itself, those to several searches, and what was closed. */
    private static final JsonNames AROUND = JsonNames.of("response", "responses", "pits");

    private static final JsonEdit TOO_LONG = new JsonEdit.Refuse(Reply.error(
            502, "sluice_id_too_long", "the id of what was opened is too long to be sealed: ask for fewer shards"));

    @Override
    public JsonEdit onValue(JsonCursor at) {
        if (at.kind() == JsonKind.OBJECT || at.kind() == JsonKind.ARRAY) {
            return mayHaveIds(at) ? JsonEdit.descend() : JsonEdit.verbatim();
        }
        HandleKind found = at.kind() == JsonKind.STRING ? kindOf(at) : null;
        if (found == null) {
            return JsonEdit.verbatim();
        }
        String sealed = at.isOversized() ? null : handles.seal(found, at.text());
        if (sealed == null || sealed.length() > OwnHandles.LONGEST) {
            return TOO_LONG;
        }
        JsonEdit edit = new JsonEdit.Replace(Json.string(sealed));
        return isOfOneSearch(at) ? new JsonSplice.Last(edit) : edit;
    }

    // It comes first and is the only one; what follows has documents, which need not be JSON.
    private static boolean isOfOneSearch(JsonCursor at) {
        return at.depth() == 1 && !at.nameIs("id");
    }

    private static boolean mayHaveIds(JsonCursor at) {
        return switch (at.depth()) {
            case 0 -> true;
            case 1 -> at.nameIn(AROUND) >= 0;
            default -> at.depth() == 2 && at.name() == null;
        };
    }

    private @Nullable HandleKind kindOf(JsonCursor at) {
        if (at.nameIs("_scroll_id")) {
            return HandleKind.SCROLL;
        }
        if (at.nameIs("pit_id")) {
            return HandleKind.POINT_IN_TIME;
        }
        return at.depth() == 1 && at.nameIs("id") ? kind : null;
    }
}
