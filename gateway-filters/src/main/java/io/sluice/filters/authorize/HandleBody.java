package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.filters.handle.HandleKind;

/** Opens the ids in the body of a request that continues or closes what is open. */
record HandleBody(OwnHandles handles, HandleKind kind) implements JsonVisitor {

    private static final JsonNames NAMES = JsonNames.of("scroll_id", "id", "pit_id");

    @Override
    public JsonEdit onValue(JsonCursor at) {
        boolean scalar = at.kind() != JsonKind.OBJECT && at.kind() != JsonKind.ARRAY;
        return scalar && isInId(at) ? handles.edit(kind, at) : JsonEdit.descend();
    }

    private static boolean isInId(JsonCursor at) {
        return at.depth() == 1
                ? at.nameIn(NAMES) >= 0
                : at.depth() > 1 && NAMES.asList().stream().anyMatch(name -> at.nameAtIs(1, name));
    }
}
