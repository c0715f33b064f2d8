package io.sluice.filters.tenant;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import io.sluice.filters.tenant.move.ClusterTasks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notes in the answer to a bulk whether the cluster may go on with an item, and leaves the edits to another visitor. For one exchange. */
final class ItemStatuses implements JsonVisitor {

    static final ExchangeKey<ItemStatuses> KEY = new ExchangeKey<>("item statuses", ItemStatuses.class);

    private static final int OF_ITEM = 4;

    private final JsonVisitor answer;
    /** Whether the answer may lack the statuses of some items that failed. */
    private final boolean partly;

    private boolean told;
    private boolean failed;
    private boolean mayFollow;

    /** @param partly whether a {@code filter_path} may leave statuses out */
    ItemStatuses(JsonVisitor answer, boolean partly) {
        this.answer = answer;
        this.partly = partly;
    }

    /** Whether an item's status says that the cluster may go on with it, or an item failed whose status may have been left out. */
    boolean mayFollow() {
        return mayFollow || failed && (partly || !told);
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        JsonEdit edit = answer.onValue(at);
        boolean noted = at.depth() == OF_ITEM ? at.nameAtIs(1, "items") && ofItem(at) : at.depth() == 1 && ofWhole(at);
        // It has to be asked about each of these.
        return noted ? GrammarVisitor.asked(edit) : edit;
    }

    private boolean ofItem(JsonCursor at) {
        if (at.nameIs("status")) {
            told = true;
            mayFollow |= at.kind() == JsonKind.NUMBER && ClusterTasks.mayFollow((int) at.asLong());
            return true;
        }
        boolean error = at.nameIs("error");
        failed |= error;
        return error;
    }

    private boolean ofWhole(JsonCursor at) {
        boolean errors = at.nameIs("errors");
        failed |= errors && at.kind() == JsonKind.TRUE;
        return errors;
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return answer.onObjectEnd(at);
    }

    @Override
    public JsonNames guardedNames() {
        return answer.guardedNames();
    }

    /** What says that a text is like another does not depend on what is noted. */
    private record Likeness(Object answer) {}

    @Override
    public @Nullable Object likeness() {
        Object same = answer.likeness();
        return same == null ? null : new Likeness(same);
    }

    @Override
    public @Nullable Json onEmptyBody() {
        return answer.onEmptyBody();
    }
}
