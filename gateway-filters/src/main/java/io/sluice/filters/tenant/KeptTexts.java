package io.sluice.filters.tenant;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body of which a cluster keeps strings in its state: another visitor decides, and half a surrogate pair is refused. For one exchange.
 *
 * @param visitor decides
 */
record KeptTexts(JsonVisitor visitor) implements JsonVisitor {

    @Override
    public boolean refusesHalfPairs() {
        return true;
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        return visitor.onValue(at);
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return visitor.onObjectEnd(at);
    }

    @Override
    public JsonNames guardedNames() {
        return visitor.guardedNames();
    }

    @Override
    public @Nullable Json onEmptyBody() {
        return visitor.onEmptyBody();
    }
}
