package io.sluice.filters.tenant;

import io.sluice.api.ExchangeSummary;
import io.sluice.api.FilterMeters;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import org.jspecify.annotations.Nullable;

/** Meters of one tenant, or of all tenants without their own series. Safe from any thread. */
final class TenantMeters {

    private static final int NOT_FOUND = 404;

    private final FilterMeters.Timer requests;
    private final FilterMeters.Counter errors;
    private final FilterMeters.Counter documents;
    private final FilterMeters.Counter received;
    private final FilterMeters.Counter sent;

    TenantMeters(FilterMeters meters) {
        requests =
                meters.timer("tenant_requests", "Requests of a tenant, from the head to the last byte of the answer");
        errors = meters.counter(
                "tenant_errors", "Requests of a tenant that ended with 400 or more, but not 404, or without an answer");
        documents = meters.counter(
                "tenant_documents", "Documents that a tenant wrote, including those of bulks that were not accepted");
        received = meters.counter("tenant_received_bytes", "Bytes of bodies that a tenant sent");
        sent = meters.counter("tenant_sent_bytes", "Bytes of bodies sent to a tenant");
    }

    /**
     * Counts a completed exchange.
     *
     * @param request of the tenant; null if it was refused before it was sent
     */
    void count(ExchangeSummary summary, @Nullable TenantRequest request) {
        ExchangeSummary.Traffic traffic = summary.traffic();
        int status = summary.status();
        requests.record(traffic.totalNanos());
        received.add(traffic.requestBytes());
        sent.add(traffic.responseBytes());
        if (status != NOT_FOUND && (status == 0 || status >= 400 || summary.failure() != null)) {
            errors.increment();
        }
        if (request != null) {
            boolean written = request.endpoint().answer() == AnswerKind.WRITTEN && status < 300;
            documents.add(written ? 1 : request.references().parts().items());
        }
    }
}
