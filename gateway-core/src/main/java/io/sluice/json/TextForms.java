package io.sluice.json;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The written forms of texts that are read one after another, one form for each of the last keys: what a visitor promises of its texts
 * holds for visitors with an equal key only. On an event loop.
 */
final class TextForms {

    private static final int MOST = 8;

    private final Supplier<ElementForm> maker;
    private final @Nullable Object[] keys = new Object[MOST];
    private final @Nullable ElementForm[] forms = new ElementForm[MOST];
    private int last;
    private int replaced;

    TextForms(Supplier<ElementForm> maker) {
        this.maker = maker;
    }

    /**
     * The form of texts, in which another text begins.
     *
     * @param key a visitor, or what several visitors have in common
     * @param wanted whether the texts may be compared at all
     */
    ElementForm of(Object key, boolean wanted) {
        boolean known = key.equals(keys[last]);
        if (!known) {
            last = find(key);
            known = key.equals(keys[last]);
        }
        ElementForm form = forms[last];
        if (form == null) {
            form = maker.get();
            forms[last] = form;
        }
        if (!known) {
            keys[last] = key;
            form.reset(wanted);
        }
        form.text();
        return form;
    }

    private int find(Object key) {
        for (int i = 0; i < MOST; i++) {
            if (key.equals(keys[i])) {
                return i;
            }
        }
        int free = replaced;
        replaced = (replaced + 1) % MOST;
        return free;
    }
}
