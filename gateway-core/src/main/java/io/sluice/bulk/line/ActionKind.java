package io.sluice.bulk.line;

/** The content of a line where an action is expected. */
enum ActionKind {
    /** An action. */
    KNOWN,
    /** An action that the server passes over together with the line that follows. */
    UNKNOWN,
    /** Nothing but white space and comments. */
    NONE
}
