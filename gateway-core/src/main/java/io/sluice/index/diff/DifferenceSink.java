package io.sluice.index.diff;

import java.io.IOException;
import java.util.List;

/** Takes differences as they are found; on the thread that compares. */
public interface DifferenceSink {

    /** Takes some, in the order of their ids as far as none changes. */
    void take(List<Difference> differences) throws IOException, InterruptedException;
}
