package io.sluice.styles.trial;

import org.HdrHistogram.Histogram;

/**
 * Sends documents in bulks, one request after another.
 *
 * @param documents in all, the warm-up's among them
 * @param size documents a request
 * @param idPrefix of the documents' ids; another one for each trial makes every document new
 */
record BulkTrial(String index, long documents, int size, String idPrefix) {
    TrialResult run(ClientStyle style, Corpus corpus, Start onMeasured) throws Exception {
        BulkShape shape = BulkShape.of(documents, size);
        for (int i = 0; i < shape.warmup(); i++) {
            style.bulk(index, corpus.bulk(idPrefix, (long) i * size, size));
        }
        onMeasured.measuring();
        return measured(style, corpus, shape);
    }

    private TrialResult measured(ClientStyle style, Corpus corpus, BulkShape shape) throws Exception {
        Histogram latency = TrialResult.histogram();
        Usage before = Usage.now();
        for (int i = shape.warmup(); i < shape.warmup() + shape.measured(); i++) {
            Bulk bulk = corpus.bulk(idPrefix, (long) i * size, size);
            long begin = System.nanoTime();
            style.bulk(index, bulk);
            TrialResult.record(latency, System.nanoTime() - begin);
        }
        return new TrialResult((long) shape.measured() * size, Usage.now().since(before), latency);
    }
}
