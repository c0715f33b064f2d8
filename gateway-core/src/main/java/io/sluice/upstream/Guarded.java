package io.sluice.upstream;

import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Work on an event loop that ends when its own code throws. Whoever calls such work from an event loop, or on behalf of another
 * piece of work, does so through {@link #enter}: what is thrown then ends that work and nothing else.
 */
public interface Guarded {

    /** Code of this work threw: ends the work, answers the client that waits for it, and releases what it owns. Throws nothing. */
    void onThrown(Throwable thrown);

    /**
     * Calls the work.
     *
     * @return false if the call threw; the work has been told
     */
    static <G extends Guarded> boolean enter(G work, Consumer<? super G> call) {
        return enter(work, call, (entered, it) -> it.accept(entered));
    }

    /**
     * Calls the work with an argument.
     *
     * @return false if the call threw; the work has been told
     */
    static <G extends Guarded, A> boolean enter(G work, A argument, BiConsumer<? super G, ? super A> call) {
        try {
            call.accept(work, argument);
            return true;
        } catch (Throwable thrown) {
            work.onThrown(thrown);
            return false;
        }
    }
}
