package io.sluice.api;

import java.nio.charset.StandardCharsets;

/**
 * Edits for filters that translate whole bodies, such as names that clients use into those of the cluster and back: they change parts of
 * names and strings without looking at the rest, and spare the visitor work where values are alike. Other filters hardly need them.
 */
public sealed interface JsonSplice extends JsonEdit {

    /** Keeps the value, as the visitor would any of its kind there; it need not be asked about them. See {@link Always}. */
    static JsonEdit always() {
        return Always.INSTANCE;
    }

    /**
     * Keeps the value, as Descend, and says more: of every value of the same kind that stands under the same names in another element
     * of the same array the visitor would say this too. It notes nothing of such values and adds nothing at the end of such objects,
     * so it may or may not be asked about them. Where elements are written alike, as in answers, that spares most of the work.
     */
    record Always() implements JsonSplice {
        private static final Always INSTANCE = new Always();
    }

    /**
     * Leaves out the beginning of a string. The rest is copied as it is written, without allocation; only a string with escapes is written
     * anew.
     *
     * @param beginning the string begins so ({@link JsonCursor#stringStartsWith})
     * @param bytes of it, in UTF-8
     */
    record Shorten(String beginning, int bytes) implements JsonSplice {
        public Shorten(String beginning) {
            this(beginning, beginning.getBytes(StandardCharsets.UTF_8).length);
        }
    }

    /**
     * Puts more before the beginning of a string. What was there is copied as it is written, so the text need not be looked at.
     *
     * @param beginning a string
     */
    record Lengthen(Json beginning) implements JsonSplice {
        public Lengthen {
            checkString(beginning);
        }
    }

    /**
     * Puts more before the beginning of a member's name, as Lengthen, and edits its value too.
     *
     * @param beginning a string
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
     * Puts one member's value in the place of the object that holds it; the other members are left out. The visitor is asked about
     * that member as about any, but cannot drop or rename it. A second member of the name is refused.
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
