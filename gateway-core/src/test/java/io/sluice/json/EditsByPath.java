package io.sluice.json;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonTemplate;
import io.sluice.api.JsonVisitor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Of most paths and kinds says what it says of all their like. What it says of the others depends on the position too, so that two
 * elements are rarely edited alike.
 */
final class EditsByPath implements JsonVisitor {

    private static final JsonMember ADDED = new JsonMember("added", Json.number(7));
    private static final JsonTemplate.Filled TEMPLATE =
            JsonTemplate.parse("{\"in\":[@v]}").fill(Map.of());

    private static final Json LONGER = Json.string("x.");

    private final int salt;
    private final boolean once;
    /** Whether the container that was asked about at a depth is one of whose members one only is left. */
    private boolean[] unwrapped = new boolean[16];

    /**
     * Makes a visitor for one text.
     *
     * @param once false to be asked about each value, which is what the other one is held to
     */
    EditsByPath(int salt, boolean once) {
        this.salt = salt;
        this.once = once;
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        JsonEdit edit = edit(at);
        if (at.depth() == unwrapped.length) {
            unwrapped = Arrays.copyOf(unwrapped, at.depth() * 2);
        }
        unwrapped[at.depth()] = edit instanceof JsonSplice.Unwrap
                || edit instanceof JsonEdit.Wrap wrap && wrap.inside() instanceof JsonSplice.Unwrap;
        return edit;
    }

    private JsonEdit edit(JsonCursor at) {
        if (isAlways(at)) {
            return always();
        }
        boolean alone = unwrapped[at.depth() - 1];
        boolean member = at.name() != null && !alone;
        boolean object = at.kind() == JsonKind.OBJECT;
        return switch (here(at) % 13) {
            case 0 -> alone ? JsonEdit.verbatim() : JsonEdit.drop();
            case 1 -> member ? new JsonEdit.Rename(at.name() + at.index()) : JsonEdit.descend();
            case 2 -> member ? new JsonEdit.Rename("r" + at.index(), always()) : JsonEdit.verbatim();
            case 3 ->
                at.kind().isContainer()
                        ? JsonEdit.verbatim()
                        : new JsonEdit.Replace(Json.string(at.pointer() + "=" + at.text()));
            case 4 -> new JsonEdit.Wrap(TEMPLATE);
            case 5 -> new JsonEdit.Wrap(TEMPLATE, JsonEdit.descend());
            case 6 -> object ? new JsonSplice.Unwrap("a", Json.number(5)) : JsonEdit.verbatim();
            case 7 ->
                object ? new JsonEdit.Wrap(TEMPLATE, new JsonSplice.Unwrap("b", Json.number(6))) : JsonEdit.verbatim();
            case 8 -> member ? new JsonSplice.LengthenName(LONGER, always()) : JsonEdit.descend();
            case 10 -> alone ? JsonEdit.verbatim() : JsonEdit.prune();
            case 9 -> at.kind() == JsonKind.STRING ? new JsonSplice.Lengthen(LONGER) : JsonEdit.descend();
            default -> JsonEdit.descend();
        };
    }

    private JsonEdit always() {
        return once ? JsonSplice.always() : JsonEdit.descend();
    }

    // Where names are guarded each of them is looked at, so nothing is compared with the element before.
    @Override
    public JsonNames guardedNames() {
        return once ? JsonNames.none() : JsonNames.of("no name of these");
    }

    // Every other visitor is compared with the ones of the same salt that read a text before.
    @Override
    public @Nullable Object likeness() {
        return once && (salt & 1) == 0 ? salt : null;
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return !isAlways(at) && here(at) % 3 == 0 ? List.of(ADDED) : List.of();
    }

    private boolean isAlways(JsonCursor at) {
        StringBuilder path = new StringBuilder();
        for (int level = 1; level <= at.depth(); level++) {
            path.append('/').append(at.nameAt(level));
        }
        return at.depth() == 0 || mixed(path.append(at.kind()).toString()) % 5 > 1;
    }

    private int here(JsonCursor at) {
        return mixed(at.pointer() + at.kind() + "here");
    }

    private int mixed(String text) {
        int hash = (text.hashCode() * 31 ^ salt) * 0x9E3779B9;
        return hash >>> 8;
    }
}
