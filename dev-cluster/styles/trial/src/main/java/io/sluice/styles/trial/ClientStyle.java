package io.sluice.styles.trial;

import java.io.IOException;

/** One way to use a client. Requests are sent one after another, by one thread, and each call returns when its answer is read. */
public interface ClientStyle extends AutoCloseable {
    /** Connects a style. */
    @FunctionalInterface
    interface Opener {
        /** @throws Exception if the client cannot be made or does not run on this JVM */
        ClientStyle open(Target target) throws Exception;
    }

    /**
     * Stores documents with one request.
     *
     * @throws RefusedException if the server did not take every one of them
     * @throws Exception if the client fails
     */
    void bulk(String index, Bulk documents) throws Exception;

    /**
     * Searches for a phrase in the field {@code name}.
     *
     * @return how many documents match
     * @throws Exception if the client fails or the server refuses
     */
    long search(String index, String phrase) throws Exception;

    @Override
    void close() throws IOException;
}
