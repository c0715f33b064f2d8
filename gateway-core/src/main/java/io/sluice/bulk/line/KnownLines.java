package io.sluice.bulk.line;

import io.sluice.api.BulkDefaults;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last lines of a bulk that differ in more than the id: logs take turns at a few indices, so most lines are like one of them. Where
 * they are not, because a routing changes with each line, only one is kept. For one thread.
 */
final class KnownLines {

    private static final int MOST = 8;
    /** The number of lines that may be like none; from then on as many must be like one. */
    private static final int UNLIKE = 64;

    private final BulkDefaults defaults;
    private KnownLine[] lines;
    private int count = 1;
    private int replaced;
    private int found;
    private int unlike;

    KnownLines(BulkDefaults defaults) {
        this.defaults = defaults;
        this.lines = new KnownLine[] {new KnownLine(new BulkLine(defaults))};
    }

    /** The line to compare with first. */
    KnownLine first() {
        return lines[0];
    }

    /** The line that [from, to) is like but for the id, other than the current one; null if there is none. */
    @Nullable KnownLine find(KnownLine current, byte[] source, int from, int to) {
        if (isTurning()) {
            for (int i = 0; i < count; i++) {
                KnownLine line = lines[i];
                if (line != current && line.isSame(source, from, to)) {
                    found++;
                    return line;
                }
            }
        }
        unlike++;
        return null;
    }

    private boolean isTurning() {
        return unlike <= UNLIKE || unlike <= found;
    }

    /** The line to be read over: the current one where lines do not take turns. */
    KnownLine replace(KnownLine current) {
        if (!isTurning() || unlike == 1) {
            return current;
        }
        if (count < MOST) {
            if (count == lines.length) {
                lines = Arrays.copyOf(lines, MOST);
            }
            lines[count] = new KnownLine(new BulkLine(defaults));
            return lines[count++];
        }
        replaced = (replaced + 1) % MOST;
        return lines[replaced];
    }
}
