package io.sluice.json;

import io.sluice.api.JsonSplice;
import org.jspecify.annotations.Nullable;

/** One open container that a visitor descended into. Mutable and reused at its depth; for one thread. */
final class JsonFrame {

    /** The position of the container's decoded name in the names of the path; -1 for an element and the root. */
    int nameFrom;

    int nameTo;
    boolean nameEscaped;
    /** The position of the child being looked at; -1 before the first. */
    int child;
    /** Whether a child has been written, so that the next one needs a comma. */
    boolean filled;
    /** One bit for each guarded name that was seen. */
    long seen;
    /** What follows the container in the new text: the rest of a template. */
    @Nullable TemplateEnd suffix;
    /** Set if the container is replaced by the value of one member. */
    JsonSplice.@Nullable Unwrap unwrap;

    boolean unwrapped;
    /** Name and bracket of a container that is left out unless a child is kept; null once they are written, or for any other. */
    byte @Nullable [] opening;
    /** The run of an {@link ElementForm} that may contain the container; -1 if the visitor was asked about it. */
    int run;

    void open(int newNameFrom, int newNameTo, boolean escaped) {
        nameFrom = newNameFrom;
        nameTo = newNameTo;
        nameEscaped = escaped;
        child = -1;
        filled = false;
        seen = 0;
        suffix = null;
        unwrap = null;
        unwrapped = false;
        opening = null;
        run = -1;
    }
}
