package io.sluice.api;

import org.jspecify.annotations.Nullable;

/** Decides about the lines of a body that holds a JSON value a line, as {@code _msearch} does. For one exchange. */
public interface LineVisitor {

    /**
     * Gives the visitor of the next line. A body whose first line is empty is refused unless the visitor of that line fills
     * it ({@link JsonVisitor#onEmptyBody}), since some servers skip such a line and some count it.
     *
     * @param line the line's position from 0, empty lines counted
     * @return null to copy the line as it is, checked
     */
    @Nullable JsonVisitor onLine(int line);
}
