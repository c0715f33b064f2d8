package io.sluice.filters.tenant.grammar;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides about the values and names that a grammar marks. For one exchange. */
public interface References {

    /** The edit of a string, number or boolean that refers to something. */
    JsonEdit value(Reference reference, JsonCursor at);

    /** The edit of a member's name that refers to something: null to keep it, Rename, Drop or Refuse. */
    @Nullable JsonEdit name(Reference reference, JsonCursor at);

    /**
     * Whether {@link #name} says the same of the same name each time, and remembers nothing: it depends on the name alone.
     */
    default boolean isSettled(Reference reference) {
        return false;
    }

    /**
     * What the decisions that depend on a path alone ({@code Always}) depend on, apart from the grammar: the same for other exchanges with
     * equal ones; null if for this exchange only. Kept after the exchange.
     */
    default @Nullable Object likeness() {
        return null;
    }

    /** What was counted: the same for all visitors of one request, whichever grammars they apply. */
    default Tallies tallies() {
        return new Tallies();
    }

    /** Whether a text whose grammar is that of an object may be a list of such objects. */
    default boolean mayBeList() {
        return false;
    }

    /** Whether the body goes to a server, which may read numbers in its texts. */
    default boolean isSent() {
        return true;
    }

    /** The edit of a value that is not allowed. */
    JsonEdit denied(JsonCursor at, String why);

    /**
     * The edit of a value in an object's place that no server accepts.
     *
     * @param why one clause that says what is expected
     */
    default JsonEdit malformed(JsonCursor at, String why) {
        return denied(at, why);
    }

    /** The edit of a member that the grammar does not know. */
    JsonEdit unknown(JsonCursor at);

    /** The edit of an object as a whole. */
    default JsonEdit whole(Frame as, JsonCursor at) {
        return JsonEdit.descend();
    }

    /** Members to add to an object that has none of the required names. */
    default List<JsonMember> missing(ObjectRule.Required required) {
        return List.of();
    }

    /** The body to send if there is none, for a required member; null to leave it empty. */
    default @Nullable Json empty(ObjectRule.Required required) {
        return null;
    }

    /** Called for each trait of the body. */
    default void shown(Trait trait) {}
}
