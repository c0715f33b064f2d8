package io.sluice.bulk.line;

import io.sluice.json.JsonLimits;

/**
 * The limits of a bulk; a longer one is refused with 413.
 *
 * @param maxActionLine bytes of an action line
 * @param maxRejections bytes that the results of rejected items may take until the answer comes
 * @param source the limits of sources that are edited
 */
public record BulkLimits(int maxActionLine, int maxRejections, JsonLimits source) {

    /** Lines of 64 KiB, 8 MiB of rejections. */
    public static final BulkLimits DEFAULT = new BulkLimits(64 << 10, 8 << 20, JsonLimits.DEFAULT);

    public BulkLimits {
        if (maxActionLine <= 0 || maxRejections <= 0) {
            throw new IllegalArgumentException("a limit must be positive");
        }
    }
}
