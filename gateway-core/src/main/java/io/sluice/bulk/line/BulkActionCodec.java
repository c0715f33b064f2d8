package io.sluice.bulk.line;

import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.bulk.verdict.Malformed;
import io.sluice.json.JsonBuffer;

/** Reads and writes action lines. One line at a time, in a view that is valid until the next one; for one thread. */
final class BulkActionCodec {

    private final KnownLines known;
    private final PlainActionReader plain;
    private final JacksonActionReader full;
    private final JsonBuffer buffer = new JsonBuffer();
    private KnownLine current;
    private boolean repeated;

    BulkActionCodec(BulkDefaults defaults, BulkGrammar grammar) {
        this.plain = new PlainActionReader(grammar);
        this.full = new JacksonActionReader(grammar);
        this.known = new KnownLines(defaults);
        this.current = known.first();
    }

    /**
     * Reads the line [from, to), which stays in the view until the next call or until the array changes.
     *
     * @param lineNumber from 1, for messages
     * @throws Malformed if the line is refused
     */
    ActionKind read(byte[] bytes, int from, int to, int lineNumber) throws Malformed {
        repeated = current.isSame(bytes, from, to);
        if (repeated) {
            return ActionKind.KNOWN;
        }
        KnownLine same = known.find(current, bytes, from, to);
        if (same != null) {
            current = same;
            return ActionKind.KNOWN;
        }
        current = known.replace(current);
        return current.read(bytes, from, to, plain)
                ? ActionKind.KNOWN
                : full.read(bytes, from, to, current.view(), lineNumber);
    }

    /** Whether the line that was read last differs from the one before in nothing but the id. */
    boolean isRepeated() {
        return repeated;
    }

    /** The line that was read last. */
    BulkLine line() {
        return current.view();
    }

    /** Writes the line that was read last with changes; without a line feed, valid until the next call. */
    JsonBuffer write(BulkEdit edit) {
        current.write(edit, buffer);
        return buffer;
    }
}
