package io.sluice.bulk.verdict;

import io.sluice.api.Reply;

/** Why a server refuses a bulk as a whole; thrown within this package only. */
public final class Malformed extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String type;
    private final String reason;

    public Malformed(int status, String type, String reason) {
        super(reason, null, false, false);
        this.status = status;
        this.type = type;
        this.reason = reason;
    }

    /** An argument that is refused. */
    public static Malformed argument(String reason) {
        return new Malformed(400, "illegal_argument_exception", reason);
    }

    int status() {
        return status;
    }

    public Reply reply() {
        return Reply.error(status, type, reason);
    }
}
