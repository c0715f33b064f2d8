package io.sluice.queue;

import io.sluice.api.BulkDefaults;
import io.sluice.api.RequestHead;
import io.sluice.bulk.answer.ResultView;
import io.sluice.bulk.verdict.BulkGrammar;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request with writes, as its head says.
 *
 * @param head of the request
 * @param grammar of the servers that are to execute it
 * @param url what the URL says for all items
 * @param more what it says beyond that
 * @param answer the form that the client wants the answer in
 * @param typed whether it has what typed clients cannot do without, see {@link io.sluice.bulk.answer.Acceptance}
 * @param patience how long the client waits until it is indexed, at most; null if it does not wait
 * @param document the one document that it writes; null for a bulk
 */
record Write(
        RequestHead head,
        BulkGrammar grammar,
        BulkDefaults url,
        More more,
        ResultView answer,
        boolean typed,
        @Nullable Duration patience,
        @Nullable DocumentWrite document) {

    /**
     * What a URL says for actions whose lines are silent.
     *
     * @param requireAlias whether names must be those of aliases
     * @param type of documents; null if the URL names none or the usual one, or the servers have no types
     */
    record More(boolean requireAlias, @Nullable String type) {
        static final More NOTHING = new More(false, null);
        /** The type that a document has where none is named. */
        static final String USUAL_TYPE = "_doc";

        More {
            type = USUAL_TYPE.equals(type) ? null : type;
        }
    }
}
