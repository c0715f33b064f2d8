package io.sluice.json;

import io.sluice.api.JsonVisitor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The written forms of the texts that visitors read one after another, one form for each of the last visitors: what a visitor promises of
 * its texts holds for no other visitor. For one body, on the exchange's event loop.
 */
final class TextForms {

    private static final int MOST = 8;

    private final Supplier<ElementForm> maker;
    private final @Nullable JsonVisitor[] visitors = new JsonVisitor[MOST];
    private final @Nullable ElementForm[] forms = new ElementForm[MOST];
    private int last;
    private int replaced;

    TextForms(Supplier<ElementForm> maker) {
        this.maker = maker;
    }

    /**
     * The form of a visitor's texts.
     *
     * @param wanted whether they may be compared at all
     */
    @SuppressWarnings("ReferenceEquality")
    ElementForm of(JsonVisitor visitor, boolean wanted) {
        if (visitors[last] != visitor) {
            last = find(visitor);
        }
        ElementForm form = forms[last];
        if (form == null) {
            form = maker.get();
            forms[last] = form;
        }
        if (visitors[last] != visitor) {
            visitors[last] = visitor;
            form.reset(wanted);
        }
        return form;
    }

    @SuppressWarnings("ReferenceEquality")
    private int find(JsonVisitor visitor) {
        for (int i = 0; i < MOST; i++) {
            if (visitors[i] == visitor) {
                return i;
            }
        }
        int free = replaced;
        replaced = (replaced + 1) % MOST;
        return free;
    }
}
