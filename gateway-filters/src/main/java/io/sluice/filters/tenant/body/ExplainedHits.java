package io.sluice.filters.tenant.body;

import io.sluice.filters.search.SearchBounds;
import org.jspecify.annotations.Nullable;

/** Bounds how many hits a search shows that explains them, whichever it says first. For one search after another. */
final class ExplainedHits {

    private static final String WHY =
            "a server makes an object for each part of the query and each hit, so a search with"
                    + " [explain] must have a [size] of " + SearchBounds.EXPLAINED.text();

    private boolean explains;
    private boolean many;

    /** The next search begins. */
    void clear() {
        explains = false;
        many = false;
    }

    /** Notes how many hits there are; why they are denied, null if they are not. */
    @Nullable String size(String text) {
        many |= !SearchBounds.EXPLAINED.within().test(text);
        return problem();
    }

    /** Notes whether hits are explained; why they are denied, null if they are not. */
    @Nullable String explains(String text) {
        explains |= !text.equals("false");
        return problem();
    }

    private @Nullable String problem() {
        return explains && many ? WHY : null;
    }
}
