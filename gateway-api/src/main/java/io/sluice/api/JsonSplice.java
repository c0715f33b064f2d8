package io.sluice.api;

import java.nio.charset.StandardCharsets;

/**
 * Edits for filters that translate whole bodies, such as the names that clients use into those of the cluster and back. They change the
 * beginning of names and strings without decoding the rest, and save the visitor work on similar values. Other filters hardly need them.
 */
public sealed interface JsonSplice extends JsonEdit {

    /** Keeps the value and all values of its kind at this place. See {@link Always}. */
    static JsonEdit always() {
        return Always.INSTANCE;
    }

    /**
     * Keeps the value, as Descend does, and promises that the visitor keeps every value of the same kind under the same names in the other
     * elements of the same array, and in the other sources of the same bulk that are given to the same visitor. The visitor must not depend
     * on being asked about these values: it remembers nothing about them and adds nothing at the end of such objects. In arrays of similar
     * elements, such as hits, and in bulks of similar documents, that saves most of the work.
     */
    record Always() implements JsonSplice {
        private static final Always INSTANCE = new Always();
    }

    /**
     * Decides about a scalar, and about all that follows: the rest of the body is relayed as it comes, unread, whether or not it is JSON. For
     * answers, where what the visitor seeks comes first and once. Only where the body is one text; not beside a new name or in a template.
     *
     * @param edit of the scalar: {@link Replace} or {@link Verbatim}
     */
    record Last(JsonEdit edit) implements JsonSplice {
        public Last {
            if (!(edit instanceof Replace || edit instanceof Verbatim)) {
                throw new IllegalArgumentException("no edit of a scalar alone: " + edit);
            }
        }
    }

    /**
     * Removes the beginning of a string. The rest is copied as it is, without allocation; only a string with escapes is written
     * again.
     *
     * @param beginning what the string begins with ({@link JsonCursor#stringStartsWith})
     * @param bytes the length of the beginning in UTF-8
     */
    record Shorten(String beginning, int bytes) implements JsonSplice {
        public Shorten(String beginning) {
            this(beginning, beginning.getBytes(StandardCharsets.UTF_8).length);
        }
    }

    /**
     * Puts a prefix before a string. The string itself is copied as it is, without being decoded.
     *
     * @param beginning the prefix, a JSON string
     */
    record Lengthen(Json beginning) implements JsonSplice {
        public Lengthen {
            checkString(beginning);
        }
    }

    /**
     * Puts a prefix before a member's name, as Lengthen does for a value, and edits the value too.
     *
     * @param beginning the prefix, a JSON string
     */
    record LengthenName(Json beginning, JsonEdit edit) implements JsonSplice {
        public LengthenName {
            checkString(beginning);
            if (edit instanceof Rename || edit instanceof LengthenName || edit instanceof Drop) {
                throw new IllegalArgumentException("cannot be combined with a new name: " + edit);
            }
            if (edit instanceof Prune) {
                throw new IllegalArgumentException("cannot be combined with a longer name: " + edit);
            }
        }
    }

    /**
     * Replaces an object by the value of one of its members; the other members are left out. The visitor is asked about
     * that member as about any other, but cannot drop or rename it. A second member of the same name is refused.
     *
     * @param member the member's name
     * @param otherwise the value if there is no such member
     */
    record Unwrap(String member, Json otherwise) implements JsonSplice {}

    private static void checkString(Json beginning) {
        if (beginning.utf8()[0] != '"') {
            throw new IllegalArgumentException("no string begins with " + beginning);
        }
    }
}
