package io.sluice.queue;

/**
 * Which lane an operation takes. Operations on one document, under one name of its index, share a lane, so that they stay in order; an
 * index that cannot be written holds up no more than {@value #SPREAD} lanes. Immutable.
 *
 * @param lanes how many there are
 */
record LaneChoice(int lanes) {
    private static final int SPREAD = 8;

    /** The lane of a document, by the hashes of its index's name and of its id. */
    int lane(int indexHash, int idHash) {
        return Math.floorMod(indexHash * SPREAD + Math.floorMod(idHash, SPREAD), lanes);
    }
}
