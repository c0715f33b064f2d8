package io.sluice.filters.tenant.grammar;

import io.sluice.api.JsonCursor;
import org.jspecify.annotations.Nullable;

/**
 * Counts where templates of fields have the name of the field that is made. A server puts it there in texts and names of members, wherever
 * they stand, and it may be as long as a document: a template of 32 KB and a name of 100 KB ended a node of Elasticsearch 7.17. For one
 * body.
 */
final class Placeholders {

    private static final String WHY = "templates must not have the name of the field in more than 10 places";

    private static final int MOST = 10;
    private static final String NAME = "{name}";
    private static final int OUTSIDE = Integer.MAX_VALUE;

    private int template = OUTSIDE;
    private int found;

    /** A template begins. */
    void enter(int depth) {
        template = depth;
    }

    /** An object or an array ends, perhaps the template. */
    void leave(int depth) {
        if (depth == template) {
            template = OUTSIDE;
        }
    }

    /** Whether a value of that depth is inside a template. */
    boolean areAt(int depth) {
        return depth > template;
    }

    /** Counts those of a value that is inside one; why they are too many by now, or null. */
    @Nullable String exceeded(JsonCursor at) {
        String name = at.name();
        if (name != null) {
            count(name);
        }
        if (!at.kind().isContainer()) {
            if (at.isOversized()) {
                return WHY;
            }
            count(at.text());
        }
        return found > MOST ? WHY : null;
    }

    private void count(String text) {
        for (int i = text.indexOf(NAME); i >= 0 && found <= MOST; i = text.indexOf(NAME, i + NAME.length())) {
            found++;
        }
    }
}
