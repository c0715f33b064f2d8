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
 * Visits an array of parts (documents or responses) in the outermost object, each with a visitor of its own. Everything
 * around the parts is shown to all visitors; the first one's edit applies unless another refuses. For one exchange.
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
     * @param all visitors that a part may need; at least one
     * @param ofPart returns the visitor of a part by its position, from 0
     */
    PartsVisitor(List<JsonVisitor> all, IntFunction<JsonVisitor> ofPart) {
        this.all = all;
        this.ofPart = ofPart;
        this.current = all.getFirst();
    }

    /** Number of parts so far, including the current one. */
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
        // An edit for one part does not apply to another.
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
