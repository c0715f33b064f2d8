package io.sluice.recording;

import java.io.IOException;
import java.nio.file.Path;

/** A file of a recording cannot be read on. What was read before is whole. */
public final class RecordingException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient long offset;
    private final transient boolean cutOff;

    RecordingException(Path file, long offset, boolean cutOff, String reason) {
        super(file + (cutOff ? " is cut off" : " is damaged") + " at byte " + offset + ": " + reason);
        this.offset = offset;
        this.cutOff = cutOff;
    }

    /** Where what cannot be read begins, in bytes from the file's beginning. */
    public long offset() {
        return offset;
    }

    /** Whether the file only ends too early, as it does where the gateway was killed; else it was changed. */
    public boolean isCutOff() {
        return cutOff;
    }
}
