package io.sluice.mirror;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is complete.
 *
 * @param status of the answer
 * @param body as it came; null if it was too long to be held
 * @param coding of the body, empty if there is none
 */
// Answers are read, never compared as values.
@SuppressWarnings("ArrayRecordComponent")
public record WholeAnswer(int status, String coding, byte @Nullable [] body) {
    /** Longer answers are not compared, in bytes. */
    public static final int LONGEST = 8 << 20;

    /**
     * The body without its coding; null if it cannot be known.
     *
     * @param most it has no more bytes than these
     */
    byte @Nullable [] plain(int most) {
        if (body == null || coding.isEmpty() || coding.equals("identity")) {
            return body;
        }
        if (!coding.equals("gzip")) {
            return null;
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            byte[] read = in.readNBytes(most + 1);
            return read.length > most ? null : read;
        } catch (IOException e) {
            return null;
        }
    }
}
