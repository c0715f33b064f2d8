package io.sluice.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The action of one bulk item as the server will understand it: where the line is silent, the index, routing and pipeline of the
 * URL count. A view that is valid during the call only; looking at it allocates nothing unless a method returns a String.
 */
public interface BulkAction {

    /** What is done, {@code op_type} taken into account. */
    BulkOperation operation();

    /** Whether the field is given, on the line or by the URL, and not null. */
    boolean has(BulkField field);

    /** Whether the field is given on the line itself, and not null. */
    boolean onLine(BulkField field);

    /** Whether the field has exactly this text. */
    boolean is(BulkField field, String text);

    /**
     * A number that is the same for texts that are written alike, and most often another for others: to find what was made of a text
     * before, which {@link #is} must confirm.
     */
    default int hash(BulkField field) {
        return Objects.hashCode(text(field));
    }

    /**
     * The field's text: a string decoded, a number or boolean as written, an object or array as JSON; null if it is not given.
     * The same instance may be returned for the same text of a later item.
     */
    @Nullable String text(BulkField field);

    /**
     * The field's text as a whole number, read as {@link JsonCursor#asLong} does.
     *
     * @throws IllegalArgumentException if it is not given, or no number
     */
    default long asLong(BulkField field) {
        String text = text(field);
        return JsonText.wholeNumber(text == null ? "" : text);
    }

    /**
     * Elasticsearch's routing hash of the field's text, by which it chooses shards: murmur3 over the decoded text's UTF-16.
     * Allocates nothing.
     *
     * @throws IllegalArgumentException if the field is not given
     */
    int routingHash(BulkField field);

    /** The index, alias or data stream; null if neither line nor URL names one. */
    default @Nullable String index() {
        return text(BulkField.INDEX);
    }

    /** The document's id; null if the server shall draw one. */
    default @Nullable String id() {
        return text(BulkField.ID);
    }

    /** The routing; null if there is none. */
    default @Nullable String routing() {
        return text(BulkField.ROUTING);
    }
}
