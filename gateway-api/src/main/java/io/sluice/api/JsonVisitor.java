package io.sluice.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides about the values of one JSON text while it streams. Called for an object or array at its opening bracket, for a scalar
 * once it is complete. A decision may depend only on the path and on what came before, never on what is still to come.
 *
 * <p>Runs on the exchange's event loop. Before the first call the text may already be refused for what Elasticsearch's parser
 * might read differently: comments, single quotes, NaN, raw control characters, invalid UTF-8, a byte order mark, anything after
 * the root value.
 */
public interface JsonVisitor {

    /** What is to become of the value. The cursor is lent for the call. */
    JsonEdit onValue(JsonCursor at);

    /** Members to add at the end of an object that was descended into; the cursor stands on the object, its index counts nothing. */
    default List<JsonMember> onObjectEnd(JsonCursor at) {
        return List.of();
    }

    /**
     * The names that must not stand twice in one object that was descended into; an object where one does is refused. Name here
     * whatever decides. Asked once, before the first value.
     */
    default JsonNames guardedNames() {
        return JsonNames.none();
    }

    /**
     * What the promises of {@link JsonSplice.Always} depend on, compared by equals; null if that is this visitor alone. A text may be compared
     * with one that a visitor with an equal likeness read before, in another exchange of any client: name here whatever decides. The object
     * may be kept after the exchange, so it must be small and must not hold the exchange.
     */
    default @Nullable Object likeness() {
        return null;
    }

    /**
     * Whether a text is refused that has a string with half a surrogate pair, which servers take in documents and searches. They also take it for a
     * setting or a name, and then cannot store the state of their cluster. Names of members never have one. Asked once, before the first value.
     */
    default boolean refusesHalfPairs() {
        return false;
    }

    /** What to send where the body is empty or only white space; null leaves it empty. */
    default @Nullable Json onEmptyBody() {
        return null;
    }
}
