package io.sluice.api;

import org.jspecify.annotations.Nullable;

/**
 * Where a {@link JsonVisitor} stands: the path from the root and, for a scalar, its value. A view that is valid during the call
 * only; looking at it allocates nothing unless a method returns a String.
 */
public interface JsonCursor {

    /** The kind of the value that the visitor is asked about. */
    JsonKind kind();

    /** How many containers are open around the value: 0 for the root. */
    int depth();

    /** The decoded name of the member that the value belongs to; null for an element of an array and for the root. */
    @Nullable String name();

    /** Whether the value is the member of an object and its decoded name is the given one. */
    boolean nameIs(String name);

    /** Whether the value is the member of an object and its decoded name begins with the given one; never allocates. */
    boolean nameStartsWith(String begin);

    /** The position of {@link #name()} in the set; -1 if there is no name or it is not in the set. */
    int nameIn(JsonNames names);

    /**
     * The decoded name of the enclosing member at a depth, where {@code nameAt(depth())} is {@link #name()}; null if that one is
     * an element of an array or the root.
     *
     * @throws IndexOutOfBoundsException if the level is negative or above {@link #depth()}
     */
    @Nullable String nameAt(int level);

    /** Whether the enclosing member at the level has the name; never allocates. */
    boolean nameAtIs(int level, String name);

    /** The position among its siblings, from 0. */
    int index();

    /**
     * Whether the value is a string that is longer than the gateway decodes (32 KiB as written). It may be copied, replaced,
     * dropped; a visitor that asks for its text refuses the body with it.
     */
    boolean isOversized();

    /**
     * The decoded text of a string, the text of a number as it was written, or {@code true}, {@code false}, {@code null}.
     *
     * @throws IllegalStateException if the value is an object or array
     */
    String text();

    /**
     * The value as a whole number, read as Elasticsearch reads numbers in its requests: also from a string ({@code "10"}), cut behind the
     * decimal point, and at the bounds of a long.
     *
     * @throws IllegalArgumentException if it is no number, with a message for the client
     */
    default long asLong() {
        boolean scalar = kind() == JsonKind.NUMBER || kind() == JsonKind.STRING && !isOversized();
        try {
            return JsonText.wholeNumber(scalar ? text() : "");
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number", e);
        }
    }

    /** Whether the value is a string with exactly this content; never allocates. */
    boolean stringIs(String content);

    /**
     * A number that is the same for strings that are written alike, and most often another for others: to find what was made of a string
     * before, which {@link #stringIs} must confirm. Never allocates.
     *
     * @return 0 for what is no string, and for one that {@linkplain #isOversized() is too long}
     */
    int stringHash();

    /** Whether the value is a string and begins with this; never allocates unless the string is written with escapes. */
    boolean stringStartsWith(String begin);

    /**
     * Whether the value is a string with this character in it; never allocates unless the string is written with escapes.
     *
     * @param ascii a character below 0x80
     */
    boolean stringContains(char ascii);

    /** The path from the root as a JSON pointer (RFC 6901), for messages. */
    String pointer();

    /** The pointer, or {@code the root} where it is empty; for messages that say where something stands. */
    default String place() {
        return depth() == 0 ? "the root" : pointer();
    }
}
