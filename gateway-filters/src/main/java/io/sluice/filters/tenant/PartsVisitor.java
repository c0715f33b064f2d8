package io.sluice.filters.tenant;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Several parts in an array of the outermost object, documents or answers, each of which goes through a visitor of its own. What
 * stands around them goes through all of these, and becomes what the first says. For one exchange.
 */
final class PartsVisitor implements JsonVisitor {

    private static final JsonNames PARTS = JsonNames.of("docs", "responses");
    private static final int PART = 2;

    private final List<JsonVisitor> all;
    private final IntFunction<JsonVisitor> ofPart;
    private JsonVisitor current;
    private boolean inParts;
    private int count;

    /**
     * Takes the visitors.
     *
     * @param all at least one, and all that a part may go through
     * @param ofPart gives that of a part by its position, from 0
     */
    PartsVisitor(List<JsonVisitor> all, IntFunction<JsonVisitor> ofPart) {
        this.all = all;
        this.ofPart = ofPart;
        this.current = all.getFirst();
    }

    /** How many parts there have been, with the one that is gone through. */
    int count() {
        return count;
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        int depth = at.depth();
        if (depth < PART) {
            current = all.getFirst();
            inParts = at.kind() == JsonKind.ARRAY && at.nameIn(PARTS) >= 0;
            return around(at);
        }
        if (inParts && depth == PART) {
            current = ofPart.apply(count++);
        }
        // What is to become of one part says nothing of another.
        return GrammarVisitor.asked(current.onValue(at));
    }

    private JsonEdit around(JsonCursor at) {
        JsonEdit edit = current.onValue(at);
        for (int i = 1; i < all.size(); i++) {
            JsonEdit other = all.get(i).onValue(at);
            edit = other instanceof JsonEdit.Refuse && !(edit instanceof JsonEdit.Refuse) ? other : edit;
        }
        return GrammarVisitor.asked(edit);
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return current.onObjectEnd(at);
    }
}
