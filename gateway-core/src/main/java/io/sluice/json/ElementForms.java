package io.sluice.json;

import io.sluice.api.JsonVisitor;
import org.jspecify.annotations.Nullable;

/** The forms that the texts of one editor are compared with. On the exchange's event loop. */
final class ElementForms {

    private final JsonTokenizer tokenizer;
    private final JsonPath path;
    private final Splicer splicer;
    private final ElementForm alone;
    private final TextForms arrays = new TextForms(() -> form(ElementForm.Kind.SAME_ARRAY));
    private final TextForms texts = new TextForms(() -> form(ElementForm.Kind.TEXT));

    ElementForms(JsonTokenizer tokenizer, JsonPath path, Splicer splicer) {
        this.tokenizer = tokenizer;
        this.path = path;
        this.splicer = splicer;
        this.alone = form(ElementForm.Kind.ARRAY);
    }

    private ElementForm form(ElementForm.Kind kind) {
        return new ElementForm(tokenizer, path, splicer, kind);
    }

    /**
     * The form for a text of its own.
     *
     * @param visitor null to copy the text
     * @param wanted whether anything in it may be compared
     */
    ElementForm of(@Nullable JsonVisitor visitor, boolean wanted) {
        Object likeness = visitor == null ? null : visitor.likeness();
        if (likeness != null) {
            return arrays.of(likeness, wanted);
        }
        alone.reset(visitor != null && wanted);
        return alone;
    }

    /** The form for one of many texts of a body. */
    ElementForm ofNext(JsonVisitor visitor, boolean wanted) {
        return texts.of(visitor, wanted);
    }
}
