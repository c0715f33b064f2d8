package io.sluice.index.write;

import io.sluice.index.read.Document;
import java.io.IOException;

/** Takes documents that the target will never take as they are. Called by any worker. */
public interface RefusedSink {

    /**
     * Keeps one.
     *
     * @param status of the item
     * @param reason in the target's words
     * @throws IOException if there are more than allowed, or it cannot be kept
     */
    void refuse(Document document, int status, String reason) throws IOException;
}
