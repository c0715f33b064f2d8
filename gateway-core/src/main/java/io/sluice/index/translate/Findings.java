package io.sluice.index.translate;

import java.util.ArrayList;
import java.util.List;

/** Gathers findings. For one thread. */
public final class Findings {
    private final List<Finding> all = new ArrayList<>();

    /** Something that only needs a word. */
    public void told(String where, String words) {
        all.add(new Finding(false, "", where, words));
    }

    /** Something that has to be accepted by its code. */
    public void loss(String code, String where, String words) {
        all.add(new Finding(true, code, where, words));
    }

    /** All, in the order in which they were found. */
    public List<Finding> all() {
        return List.copyOf(all);
    }
}
