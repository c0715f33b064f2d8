package io.sluice.plugins.diskqueue;

import java.io.IOException;

/** A call to the file system failed that would have changed nothing that is kept, as for want of file descriptors: it may be made again. */
final class PassingException extends IOException {

    private static final long serialVersionUID = 1;

    PassingException(IOException cause) {
        super(cause.toString(), cause);
    }
}
