package io.sluice.filters.tenant.answer;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks a response restricted by {@code filter_path}: refuses a document whose content comes before the members that
 * identify its owner, and leaves out what was requested only for the check. For one response.
 */
final class SignedAnswer implements JsonVisitor {

    /** Members with a document's content. Servers write them after those that identify its owner. */
    private static final Set<String> CONTENT =
            Set.of("_source", "fields", "highlight", "inner_hits", "sort", "_explanation", "ignored_field_values");

    private static final JsonEdit UNSIGNED = new JsonEdit.Refuse(Reply.error(
            502,
            "security_exception",
            "the cluster's answer cannot be shown: a document lacks the members that identify its owner"));

    private final DocumentSigns signs;
    private final AnswerPlace root;
    private final JsonVisitor answer;
    /** The place of the open container at each depth; null if it contains nothing of interest. */
    private @Nullable AnswerPlace[] places = new AnswerPlace[16];
    /** The signs seen so far in the open document at each depth, as bits. */
    private int[] seen = new int[16];

    SignedAnswer(DocumentSigns signs, AnswerPlace root, JsonVisitor answer) {
        this.signs = signs;
        this.root = root;
        this.answer = answer;
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        JsonEdit edit = answer.onValue(at);
        int depth = at.depth();
        AnswerPlace parent = depth == 0 ? null : places[depth - 1];
        if (depth > 0 && parent == null) {
            enter(at, null);
            return edit;
        }
        if (parent != null && parent.holds() == AnswerPlace.Holds.SIGN) {
            return wantedPart(at, parent, GrammarVisitor.asked(edit));
        }
        String name = at.name();
        if (parent != null && name != null && parent.isDocument()) {
            edit = GrammarVisitor.asked(edit);
            int sign = signs.sign(name);
            seen[depth - 1] |= sign | signs.signBefore(name);
            if (sign != 0) {
                return edit instanceof JsonEdit.Refuse || signs.isWanted(path(at)) ? edit : JsonEdit.drop();
            }
            if (CONTENT.contains(name) && seen[depth - 1] != signs.all()) {
                return UNSIGNED;
            }
        }
        AnswerPlace place = parent == null ? root : name == null ? parent : parent.member(name);
        enter(at, place);
        if (place == null) {
            return edit;
        }
        JsonEdit asked = GrammarVisitor.asked(edit);
        boolean whole = depth == 0 || !at.kind().isContainer() || signs.isShownEmpty(path(at));
        return whole ? asked : pruned(asked);
    }

    // All of the position of a part was asked for; the client may have asked for less.
    private JsonEdit wantedPart(JsonCursor at, AnswerPlace position, JsonEdit edit) {
        enter(at, position);
        if (at.kind().isContainer()) {
            return pruned(edit);
        }
        return edit instanceof JsonEdit.Refuse || signs.isWanted(path(at)) ? edit : JsonEdit.drop();
    }

    private static JsonEdit pruned(JsonEdit edit) {
        if (edit instanceof JsonEdit.Rename rename && rename.edit() instanceof JsonEdit.Descend) {
            return new JsonEdit.Rename(rename.name(), JsonEdit.prune());
        }
        return edit instanceof JsonEdit.Descend ? JsonEdit.prune() : edit;
    }

    private static List<String> path(JsonCursor at) {
        List<String> path = new ArrayList<>(at.depth());
        for (int level = 1; level <= at.depth(); level++) {
            String name = at.nameAt(level);
            if (name != null) {
                path.add(name);
            }
        }
        return path;
    }

    private void enter(JsonCursor at, @Nullable AnswerPlace place) {
        if (!at.kind().isContainer()) {
            return;
        }
        int depth = at.depth();
        if (depth == places.length) {
            places = Arrays.copyOf(places, depth * 2);
            seen = Arrays.copyOf(seen, depth * 2);
        }
        places[depth] = place;
        seen[depth] = at.kind() == JsonKind.OBJECT ? 0 : seen[depth];
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return answer.onObjectEnd(at);
    }

    @Override
    public JsonNames guardedNames() {
        return answer.guardedNames();
    }

    @Override
    public @Nullable Json onEmptyBody() {
        return answer.onEmptyBody();
    }
}
