package io.sluice.api.processor;

import javax.lang.model.element.Element;

/** A class with {@link io.sluice.api.FilterType} that the gateway could not use; the message is for its author. */
final class UnusableFilterException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Element where;

    UnusableFilterException(Element where, String message) {
        super(message);
        this.where = where;
    }

    /** What the compiler points at. */
    Element where() {
        return where;
    }
}
