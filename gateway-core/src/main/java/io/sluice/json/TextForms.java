package io.sluice.json;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The written forms of texts that are read one after another, one form for each of the last keys: what a visitor promises of its texts
 * holds for visitors with an equal key only. Forms outlive exchanges, and keys may be of a plugin that was replaced: they are held weakly, and a
 * key that was collected is one that is not known. On an event loop.
 */
final class TextForms {

    private static final int MOST = 8;
    private static final WeakReference<@Nullable Object> NONE = new WeakReference<>(null);

    private final Supplier<ElementForm> maker;
    private final List<WeakReference<@Nullable Object>> keys = new ArrayList<>(Collections.nCopies(MOST, NONE));
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
        boolean known = is(key, last);
        if (!known) {
            last = find(key);
            known = is(key, last);
        }
        ElementForm form = forms[last];
        if (form == null) {
            form = maker.get();
            forms[last] = form;
        }
        if (!known) {
            keys.set(last, new WeakReference<>(key));
            form.reset(wanted);
        }
        form.text();
        return form;
    }

    private boolean is(Object key, int place) {
        return key.equals(keys.get(place).get());
    }

    private int find(Object key) {
        for (int i = 0; i < MOST; i++) {
            if (is(key, i)) {
                return i;
            }
        }
        int free = replaced;
        replaced = (replaced + 1) % MOST;
        return free;
    }
}
