package io.sluice.filters.lines;

/** A line of a log that is written later, on another thread: it must not keep an exchange. */
public interface LogLine {

    /** Appends it as one JSON object with its line feed; whatever is in it, it stays one line. */
    void appendTo(StringBuilder out);
}
