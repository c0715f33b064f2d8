package io.sluice.filters.certificate;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.FilterType;
import io.sluice.api.Principal;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * Passes requests of clients that have shown a certificate in their TLS handshake, which the listener has verified, and stores the
 * certificate's owner as the exchange's principal.
 */
@FilterType(
        value = "client-certificate",
        description = "takes the user from the certificate that the client has shown in its TLS handshake")
final class ClientCertificateFilter implements Filter {
    // There is no challenge that would ask for a certificate, so this is no 401.
    private static final RequestPlan MISSING = RequestPlan.refuse(403, "a client certificate is needed");
    private static final RequestPlan UNUSABLE =
            RequestPlan.refuse(403, "the client certificate does not name a user in the way that is asked for here");

    private final boolean optional;
    private final Subjects subjects;
    private final FilterMeters.Counter refusals;

    ClientCertificateFilter(ClientCertificateConfig config, FilterContext context) {
        this.optional = config.optional();
        this.subjects = new Subjects(config);
        this.refusals =
                context.meters().counter("refused_certificates", "Requests that were refused for their certificate");
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        X509Certificate certificate = exchange.get(ExchangeKey.CLIENT_CERTIFICATE);
        if (certificate == null) {
            return optional ? RequestPlan.pass() : refused(MISSING);
        }
        Optional<Principal> owner = subjects.of(certificate);
        if (owner.isEmpty()) {
            return refused(UNUSABLE);
        }
        exchange.put(ExchangeKey.PRINCIPAL, owner.get());
        return RequestPlan.pass();
    }

    private RequestPlan refused(RequestPlan plan) {
        refusals.increment();
        return plan;
    }
}
