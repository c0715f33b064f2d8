package io.sluice.index.write;

/**
 * How documents are written.
 *
 * @param mode what happens to documents that are there
 * @param bulkBytes the longest bulk in bytes, unless a document is longer
 * @param counts are counted on
 * @param refused takes what the target will never take
 */
public record WriteTerms(WriteMode mode, int bulkBytes, WriteCounts counts, RefusedSink refused) {}
