package io.sluice.api;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is to become of a value. The common ones are constants, so that deciding allocates nothing. */
public sealed interface JsonEdit {

    /** Keeps the value; an object's or array's children are asked about too. */
    static JsonEdit descend() {
        return Descend.INSTANCE;
    }

    /** Copies the value with all that is in it. */
    static JsonEdit verbatim() {
        return Verbatim.INSTANCE;
    }

    /** Keeps the value, and what is in it: another word for {@link #verbatim}, which {@link JsonRule.Decide} reads more freely. */
    static JsonEdit keep() {
        return Verbatim.INSTANCE;
    }

    /** Ends the exchange with an error in Elasticsearch's shape; see {@link Reply#refusal}. */
    static JsonEdit refuse(int status, String reason) {
        return new Refuse(Reply.refusal(status, reason));
    }

    /** Keeps the value, as the visitor would any of its kind there; it need not be asked about them. See {@link Always}. */
    static JsonEdit always() {
        return Always.INSTANCE;
    }

    /** Leaves the value out, with its name and one comma. */
    static JsonEdit drop() {
        return Drop.INSTANCE;
    }

    /** Keeps the value with those of its children that are kept, and leaves it out where there are none. See {@link Prune}. */
    static JsonEdit prune() {
        return Prune.INSTANCE;
    }

    /** Keeps the value and asks about its children. For a scalar the same as Verbatim. */
    record Descend() implements JsonEdit {
        private static final Descend INSTANCE = new Descend();
    }

    /**
     * Keeps the value, as Descend, and says more: of every value of the same kind that stands under the same names in another element
     * of the same array the visitor would say this too. It notes nothing of such values and adds nothing at the end of such objects,
     * so it may or may not be asked about them. Where elements are written alike, as in answers, that spares most of the work.
     */
    record Always() implements JsonEdit {
        private static final Always INSTANCE = new Always();
    }

    /** Copies the value byte by byte; its inside is checked, but nobody is asked about it. */
    record Verbatim() implements JsonEdit {
        private static final Verbatim INSTANCE = new Verbatim();
    }

    /** Puts another value in its place. */
    record Replace(Json value) implements JsonEdit {}

    /**
     * Leaves out the beginning of a string. The rest is copied as it is written, without allocation; only a string with escapes is written
     * anew.
     *
     * @param beginning the string begins so ({@link JsonCursor#stringStartsWith})
     * @param bytes of it, in UTF-8
     */
    record Shorten(String beginning, int bytes) implements JsonEdit {
        public Shorten(String beginning) {
            this(beginning, beginning.getBytes(StandardCharsets.UTF_8).length);
        }
    }

    /**
     * Puts more before the beginning of a string. What was there is copied as it is written, so the text need not be looked at.
     *
     * @param beginning a string
     */
    record Lengthen(Json beginning) implements JsonEdit {
        public Lengthen {
            checkString(beginning);
        }
    }

    /**
     * Puts more before the beginning of a member's name, as Lengthen, and edits its value too.
     *
     * @param beginning a string
     */
    record LengthenName(Json beginning, JsonEdit edit) implements JsonEdit {
        public LengthenName {
            checkString(beginning);
            checkBesideName(edit);
            if (edit instanceof Prune) {
                throw new IllegalArgumentException("cannot be combined with a longer name: " + edit);
            }
        }
    }

    private static void checkString(Json beginning) {
        if (beginning.utf8()[0] != '"') {
            throw new IllegalArgumentException("no string begins with " + beginning);
        }
    }

    private static void checkBesideName(JsonEdit edit) {
        if (edit instanceof Rename
                || edit instanceof RenameAnd
                || edit instanceof LengthenName
                || edit instanceof Drop) {
            throw new IllegalArgumentException("cannot be combined with a new name: " + edit);
        }
    }

    /**
     * Puts the value into the template's hole.
     *
     * @param template with a hole
     * @param inside what becomes of the value itself: Verbatim, Descend or Unwrap
     * @param ending more members at the end of the template, asked for once when the value has ended, on the exchange's event loop; null
     *     for none. The template is an object with the hole in it then.
     */
    record Wrap(
            JsonTemplate.Filled template,
            JsonEdit inside,
            @Nullable Supplier<List<JsonMember>> ending) implements JsonEdit {
        public Wrap {
            if (!template.hasHole()) {
                throw new IllegalArgumentException("a template to wrap with needs one @hole");
            }
            if (!(inside instanceof Verbatim || inside instanceof Descend || inside instanceof Unwrap)) {
                throw new IllegalArgumentException("cannot be wrapped: " + inside);
            }
            if (ending != null && template.before()[0] != '{') {
                throw new IllegalArgumentException("only an object has members at its end");
            }
        }

        /** Wraps the value with nothing but the template. */
        public Wrap(JsonTemplate.Filled template, JsonEdit inside) {
            this(template, inside, null);
        }

        /** Wraps the value as it is; nobody is asked about its inside. */
        public Wrap(JsonTemplate.Filled template) {
            this(template, verbatim());
        }
    }

    /** Leaves the value out. The root cannot be dropped. */
    record Drop() implements JsonEdit {
        private static final Drop INSTANCE = new Drop();
    }

    /**
     * Asks about the children of an object or array, as Descend, and leaves it out with its name where no child is kept and nothing is
     * added. For a scalar the same as Verbatim, for the root the same as Descend.
     */
    record Prune() implements JsonEdit {
        private static final Prune INSTANCE = new Prune();
    }

    /** Gives the member another name and keeps its value, as Descend. Only for members of objects. */
    record Rename(String name) implements JsonEdit {}

    /** Gives the member another name and edits its value too. */
    record RenameAnd(String name, JsonEdit edit) implements JsonEdit {
        public RenameAnd {
            checkBesideName(edit);
        }
    }

    /**
     * Puts one member's value in the place of the object that holds it; the other members are left out. The visitor is asked about
     * that member as about any, but cannot drop or rename it. A second member of the name is refused.
     *
     * @param member the member's name
     * @param otherwise the value if there is no such member
     */
    record Unwrap(String member, Json otherwise) implements JsonEdit {}

    /** Ends the exchange with an answer. */
    record Refuse(Reply reply) implements JsonEdit {}
}
