package io.sluice.api;

/**
 * Decides about requests and responses, and edits their bodies while they stream.
 *
 * <p>A filter is immutable and shared by all event loops; what belongs to one request is kept in its {@link Exchange}.
 * Guarantees of the host:
 *
 * <ol>
 *   <li>{@link #onRequest} is called once for a request that reaches the filter, in the order of the configuration; a filter sees
 *       the head as the filters before it left it. It is not called when a filter before it answered.
 *   <li>{@link #onResponse} is called at most once, in reverse order, for the filters whose {@code onRequest} ran.
 *   <li>{@link #onComplete} is called exactly once for every exchange whose {@code onRequest} ran, also when it failed.
 *   <li>All calls of one exchange happen on one event loop, one after another. They must not block; work that blocks goes to
 *       {@link FilterContext#blockingExecutor()} and comes back as {@link RequestPlan.Later}.
 *   <li>A filter that throws, returns null or is late ends the exchange with 500; it is never skipped.
 *   <li>{@link #close} is called once, off the event loops, after the last exchange completed. When the configuration changes while
 *       the gateway runs, other instances of the same type are at work then.
 * </ol>
 */
public interface Filter extends AutoCloseable {

    /** Says what the filter wants with this request. The default passes it on untouched. */
    default RequestPlan onRequest(RequestHead head, Exchange exchange) {
        return RequestPlan.pass();
    }

    /**
     * Says what the filter wants with the answer. Errors made by the gateway and filters' answers are shown too; for those
     * {@link ResponsePlan.Pass} and {@link ResponsePlan.Head} are honoured, and {@link ResponsePlan.Json} where the answer was made
     * behind this filter, by the gateway or a later filter, and is JSON: names that this filter has given stand in it. Its status stays.
     */
    default ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
        return ResponsePlan.pass();
    }

    /**
     * Says why {@link #onRequest} decides about a request as it does, in words for {@code sluice explain}; empty where the plan says it
     * all. Called after {@link #onRequest} with the same arguments, never for traffic.
     */
    default String explain(RequestHead head, Exchange exchange) {
        return "";
    }

    /** Is told how the exchange ended. What it throws is logged and changes nothing. */
    default void onComplete(ExchangeSummary summary) {}

    /**
     * Is told of a request that was refused before it had a flow, if a listener's last route, which takes what no other does, leads to
     * the filter's flow. No other method is called for such a request. On an event loop; what it throws is logged and changes nothing.
     */
    default void onRefused(RefusedRequest request) {}

    @Override
    default void close() {}
}
