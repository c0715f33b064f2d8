package io.sluice.bulk.verdict;

/**
 * What a server would refuse about a bulk, found while its lines go by. These checks find nothing wrong: they are for a bulk
 * that was checked before. For one bulk; for one thread.
 */
public interface BulkChecks extends AutoCloseable {
    /** The checks of a bulk that was checked before. */
    BulkChecks DONE = new BulkChecks() {};

    /**
     * The checks of a bulk that a server of this grammar would get.
     *
     * @param maxHeld the most bytes kept of a source of an update that comes in pieces
     * @param maxText problems are named in at most so many characters
     */
    static BulkChecks of(BulkGrammar grammar, int maxHeld, int maxText) {
        return new ServerChecks(grammar, maxHeld, maxText);
    }

    /** An action line is complete. */
    default void actionEnded(JudgedAction action, int lineNumber) throws Malformed {}

    /**
     * Judges the action as far as possible without its source.
     *
     * @param repeated whether it differs from the action before in nothing but the id
     * @return whether nothing was found wrong with the bulk so far
     */
    default boolean accepts(JudgedAction action, boolean repeated) {
        return true;
    }

    /** The action's item has been placed; its source follows, if it has one. */
    default void itemBegins(JudgedAction action) {}

    /** A piece of the action's source that is not the last. */
    default void sourcePiece(JudgedAction action, byte[] bytes, int from, int to) {}

    /** The last piece of the action's source, without the line feed. */
    default void sourceEnded(JudgedAction action, int lineNumber, byte[] bytes, int from, int to) throws Malformed {}

    /** The body is complete. */
    default void bodyEnded(int items) throws Malformed {}

    /** Releases what the current source holds. */
    @Override
    default void close() {}
}
