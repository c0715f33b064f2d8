package io.sluice.filters.tenant.move;

/** A document cannot be carried as it is, and no second attempt will change that. */
public final class UnmovableException extends Exception {

    private static final long serialVersionUID = 1L;

    /** @param reason for the operator; names the document and quotes nothing of it */
    public UnmovableException(String reason) {
        super(reason);
    }
}
