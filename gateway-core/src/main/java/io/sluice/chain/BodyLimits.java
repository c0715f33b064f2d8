package io.sluice.chain;

import io.sluice.bulk.line.BulkLimits;
import io.sluice.json.JsonLimits;

/**
 * What a body may be where a filter looks into it.
 *
 * @param maxInflatedBytes bytes after decompression
 * @param maxRatio decompressed bytes for each compressed one, once the first MiB is over
 * @param json limits of JSON
 * @param bulk limits of bulks
 */
public record BodyLimits(long maxInflatedBytes, int maxRatio, JsonLimits json, BulkLimits bulk) {}
