package io.sluice.bulk.verdict;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;

/** An action as a server judges it, including fields that filters are not shown. For one thread. */
public interface JudgedAction extends BulkAction {
    /** The action that the line names, which {@code op_type} may change. */
    BulkOperation action();

    /** The line's versions, sequence numbers and the like. */
    BulkControls controls();

    /** Whether the field is given, on the line or by the URL, and its text begins with this ASCII character. */
    boolean beginsWith(BulkField field, char c);

    /** How many bytes the field's text has in UTF-8; 0 if the line is silent. */
    int utf8Length(BulkField field);
}
