package io.sluice.index.read;

import java.io.IOException;
import java.util.List;

/** Takes what was read of one slice. */
public interface PageSink {

    /**
     * Takes documents, which may be none. Those of a tail may come again, from the tail's beginning on.
     *
     * @param position all numbers of the slice up to this one have been given
     */
    void take(List<Document> documents, long position) throws IOException, InterruptedException;
}
