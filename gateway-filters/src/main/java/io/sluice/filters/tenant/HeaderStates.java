package io.sluice.filters.tenant;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonKind;

/** What states of indices the wildcards of a header of {@code _msearch} are for: a text, or a list of texts. For one header. */
final class HeaderStates {

    static final String WHY =
            "[expand_wildcards] must have [open] where the layout has names without wildcards: servers find these in any state";

    private static final String STATES = "expand_wildcards";

    private final WildcardStates states = new WildcardStates();
    private boolean said;

    /** Takes notice of the next value of the header. */
    void note(JsonCursor at) {
        if (at.depth() == 0 || !at.nameAtIs(1, STATES) || at.kind() == JsonKind.NULL) {
            return;
        }
        said = true;
        if (!at.kind().isContainer()) {
            states.add(at.text());
        }
    }

    /** Whether wildcards are for fewer states than plain names are. */
    boolean areFewer() {
        return said && !states.haveOpen();
    }
}
