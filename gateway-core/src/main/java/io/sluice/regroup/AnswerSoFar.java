package io.sluice.regroup;

import io.sluice.bulk.answer.AnswerTotals;
import io.sluice.chain.AnswerForm;
import org.jspecify.annotations.Nullable;

/** The part of a bulk's answer that exists before its last round has ended. Owns the spool. On the bulk's event loop. */
final class AnswerSoFar implements AutoCloseable {
    private final AnswerTotals totals;
    private final AnswerHeaders headers;
    private @Nullable Spool items;

    /** @param form of an answer for which no node gave a head */
    AnswerSoFar(AnswerTotals totals, AnswerForm form) {
        this.totals = totals;
        this.headers = new AnswerHeaders(form);
    }

    AnswerTotals totals() {
        return totals;
    }

    AnswerHeaders headers() {
        return headers;
    }

    /** Whether no round has ended. */
    boolean isEmpty() {
        return items == null;
    }

    /** The items of the ended rounds; null if no round has ended. */
    @Nullable Spool items() {
        return items;
    }

    /** A round has ended, of which the spool has, or is to have, the items. */
    void items(Spool spool) {
        items = spool;
    }

    @Override
    public void close() {
        if (items != null) {
            items.close();
        }
    }
}
