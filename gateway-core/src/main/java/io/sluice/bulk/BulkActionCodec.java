package io.sluice.bulk;

import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.api.Reply;
import org.jspecify.annotations.Nullable;

/** Reads and writes action lines. One line at a time, in one view that is reused; for one thread. */
final class BulkActionCodec {

    private final PlainActionReader plain = new PlainActionReader();
    private final LineBuffer buffer = new LineBuffer();
    private final BulkLine line;

    BulkActionCodec(BulkDefaults defaults) {
        this.line = new BulkLine(defaults);
    }

    /**
     * Reads the line [from, to), which stays in the view until the next call or until the array changes.
     *
     * @param lineNumber from 1, for messages
     * @return null, or why the line is refused, in Elasticsearch's words
     */
    @Nullable Reply read(byte[] bytes, int from, int to, int lineNumber) {
        return plain.read(bytes, from, to, line) ? null : JacksonActionReader.read(bytes, from, to, line, lineNumber);
    }

    /** The line that was read last. */
    BulkLine line() {
        return line;
    }

    /** Writes the line that was read last with changes; without a line feed, valid until the next call. */
    LineBuffer write(BulkEdit edit) {
        line.write(edit, buffer);
        return buffer;
    }
}
