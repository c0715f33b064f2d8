package io.sluice.api;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is to become of a value. The common ones are constants, so that deciding allocates nothing. */
public sealed interface JsonEdit
        permits JsonEdit.Descend,
                JsonEdit.Verbatim,
                JsonEdit.Replace,
                JsonEdit.Wrap,
                JsonEdit.Drop,
                JsonEdit.Prune,
                JsonEdit.Rename,
                JsonEdit.Refuse,
                JsonSplice {

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

    /** Leaves the value out, with its name and one comma. */
    static JsonEdit drop() {
        return Drop.INSTANCE;
    }

    /** Keeps the value with those of its children that are kept, and leaves it out where none of them is. See {@link Prune}. */
    static JsonEdit prune() {
        return Prune.INSTANCE;
    }

    /** Keeps the value and asks about its children. For a scalar the same as Verbatim. */
    record Descend() implements JsonEdit {
        private static final Descend INSTANCE = new Descend();
    }

    /** Copies the value byte by byte; its inside is checked, but nobody is asked about it. */
    record Verbatim() implements JsonEdit {
        private static final Verbatim INSTANCE = new Verbatim();
    }

    /** Puts another value in its place. */
    record Replace(Json value) implements JsonEdit {}

    private static void checkBesideName(JsonEdit edit) {
        if (edit instanceof Rename || edit instanceof JsonSplice.LengthenName || edit instanceof Drop) {
            throw new IllegalArgumentException("cannot be combined with a new name: " + edit);
        }
    }

    /**
     * Puts the value into the template's hole.
     *
     * @param template with a hole
     * @param inside what becomes of the value itself: Verbatim, Descend or {@link JsonSplice.Unwrap}
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
            if (!(inside instanceof Verbatim || inside instanceof Descend || inside instanceof JsonSplice.Unwrap)) {
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
     * Asks about the children of an object or array, as Descend, and leaves it out with its name where it has children, none of them
     * is kept, and nothing is added. One that came empty stays. For a scalar the same as Verbatim, for the root the same as Descend.
     */
    record Prune() implements JsonEdit {
        private static final Prune INSTANCE = new Prune();
    }

    /**
     * Gives the member another name. Only for members of objects.
     *
     * @param edit what becomes of its value
     */
    record Rename(String name, JsonEdit edit) implements JsonEdit {
        public Rename {
            checkBesideName(edit);
        }

        /** Keeps the value, as Descend. */
        public Rename(String name) {
            this(name, descend());
        }
    }

    /** Ends the exchange with an answer. */
    record Refuse(Reply reply) implements JsonEdit {}
}
