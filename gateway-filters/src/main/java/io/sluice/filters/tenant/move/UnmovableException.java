package io.sluice.filters.tenant.move;

/** A document or index cannot be carried as it is, and no second attempt will change that. */
public final class UnmovableException extends Exception {

    private static final long serialVersionUID = 1L;

    /** @param reason for the operator; names the document or index and quotes nothing of documents */
    public UnmovableException(String reason) {
        super(reason);
    }

    /** Of an index that has pipelines where it is, and not the same ones in the other place. */
    public static UnmovableException ofPipelines(String index, IndexShape shape) {
        return new UnmovableException("index " + index + " has " + shape.pipelines()
                + ", and the index in the other place has not: set them there, or take them away here");
    }
}
