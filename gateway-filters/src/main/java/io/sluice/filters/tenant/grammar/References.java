package io.sluice.filters.tenant.grammar;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of the places that a grammar points out, for one exchange. */
public interface References {

    /** What becomes of a string, number or boolean that refers to something. */
    JsonEdit value(Reference reference, JsonCursor at);

    /** What becomes of a member's name that refers to something: null to keep it, Rename, Drop or Refuse. */
    @Nullable JsonEdit name(Reference reference, JsonCursor at);

    /** What becomes of a place where nothing of the kind may stand. */
    JsonEdit denied(JsonCursor at, String why);

    /**
     * What becomes of something that no server takes in the place of an object.
     *
     * @param why one clause that says what must stand there
     */
    default JsonEdit malformed(JsonCursor at, String why) {
        return denied(at, why);
    }

    /** What becomes of a member that the grammar does not know. */
    JsonEdit unknown(JsonCursor at);

    /** What becomes of an object as a whole. */
    default JsonEdit whole(Frame as, JsonCursor at) {
        return JsonEdit.descend();
    }

    /** What is put into an object in which none of the required names stands. */
    default List<JsonMember> missing(ObjectRule.Required required) {
        return List.of();
    }

    /** What is sent where there is no body, given what must stand in it; null to leave it empty. */
    default @Nullable Json empty(ObjectRule.Required required) {
        return null;
    }

    /** Is told of a trait of the body. */
    default void shown(Trait trait) {}
}
