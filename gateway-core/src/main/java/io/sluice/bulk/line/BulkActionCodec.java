package io.sluice.bulk.line;

import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.bulk.verdict.Malformed;
import io.sluice.json.JsonBuffer;

/** Reads and writes action lines. One line at a time, in one view that is reused; for one thread. */
final class BulkActionCodec {

    private final LineTemplate template = new LineTemplate();
    private final PlainActionReader plain;
    private final JacksonActionReader full;
    private final JsonBuffer buffer = new JsonBuffer();
    private final BulkLine line;
    private LineTemplate.Match match = LineTemplate.Match.OTHER;

    BulkActionCodec(BulkDefaults defaults, BulkGrammar grammar) {
        this.plain = new PlainActionReader(grammar);
        this.full = new JacksonActionReader(grammar);
        this.line = new BulkLine(defaults);
    }

    /**
     * Reads the line [from, to), which stays in the view until the next call or until the array changes.
     *
     * @param lineNumber from 1, for messages
     * @throws Malformed if the line is refused
     */
    ActionKind read(byte[] bytes, int from, int to, int lineNumber) throws Malformed {
        match = template.match(bytes, from, to, line);
        return match != LineTemplate.Match.OTHER || template.read(bytes, from, to, plain, line)
                ? ActionKind.KNOWN
                : full.read(bytes, from, to, line, lineNumber);
    }

    /** Whether the line that was read last differs from the one before in nothing but the id. */
    boolean isRepeated() {
        return match == LineTemplate.Match.SAME;
    }

    /** The line that was read last. */
    BulkLine line() {
        return line;
    }

    /** Writes the line that was read last with changes; without a line feed, valid until the next call. */
    JsonBuffer write(BulkEdit edit) {
        line.write(edit, buffer);
        return buffer;
    }
}
