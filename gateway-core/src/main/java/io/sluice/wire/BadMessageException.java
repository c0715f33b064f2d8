package io.sluice.wire;

/** A message that is not read further. It is the result of the decoded object and is not thrown. */
public final class BadMessageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final Fault fault;

    /** The fault of a message. */
    public enum Fault {
        /** It is not HTTP, or two readers could understand it in two ways. */
        SYNTAX,
        /** Its first line is too long. */
        LINE_TOO_LONG,
        /** Its header or trailer lines are too long together, or too many. */
        FIELDS_TOO_LARGE,
        /** The unfinished messages of all connections hold as many bytes as they may. */
        NO_ROOM
    }

    BadMessageException(Fault fault, String message) {
        super(message);
        this.fault = fault;
    }

    static BadMessageException syntax(String message) {
        return new BadMessageException(Fault.SYNTAX, message);
    }

    /** What is wrong. */
    public Fault fault() {
        return fault;
    }

    // It describes a fault of the peer: the place in this process where it was noticed is of no use, and costs time
    // under attack.
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
