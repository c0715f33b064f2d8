package io.sluice.bulk.verdict;

import io.sluice.api.BulkOperation;
import io.sluice.bulk.verdict.BulkGrammar.Trait;

/** Combinations of fields that servers reject in an action, although each field by itself is valid. Stateless. */
public final class ActionRules {

    private final BulkGrammar grammar;

    public ActionRules(BulkGrammar grammar) {
        this.grammar = grammar;
    }

    /** Whether the rules apply once the action's source line is complete, and not before. */
    public boolean applyAfterSource() {
        return grammar.has(Trait.JUDGED_AFTER_SOURCE);
    }

    /**
     * Applies them.
     *
     * @param lineNumber the line that is complete now
     */
    public void check(BulkOperation action, BulkControls controls, int lineNumber) throws Malformed {
        if (!controls.isGiven()) {
            return;
        }
        String templates = controls.templates();
        if (action == BulkOperation.UPDATE) {
            if (controls.version() != BulkControls.ANY_VERSION
                    || controls.versionType() != BulkControls.VersionType.INTERNAL) {
                throw Malformed.argument("Update requests do not support versioning. "
                        + "Please use `if_seq_no` and `if_primary_term` instead");
            }
            if (controls.requiresDataStream()) {
                throw Malformed.argument("Update requests do not support the `require_data_stream` flag, "
                        + "as data streams do not support update operations");
            }
            if (templates != null) {
                throw refused("Update", lineNumber, templates);
            }
        }
        if (action == BulkOperation.DELETE && templates != null) {
            throw refused("Delete", lineNumber, templates);
        }
        controls.checkSequence();
    }

    private static Malformed refused(String request, int lineNumber, String templates) {
        return Malformed.argument(request + " request in line [" + lineNumber + "] does not accept " + templates);
    }
}
