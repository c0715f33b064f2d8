package io.sluice.tls;

import io.sluice.metrics.MeterGroup;
import java.security.cert.CRL;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells operators in time how long certificates are valid. */
public final class Expiry {
    /** Remaining validity below which {@code sluice check} warns. */
    public static final Duration NEAR = Duration.ofDays(14);

    /**
     * Maximum number of series for one file. Of a longer file, a bundle of authorities, the certificates that expire first get
     * one.
     */
    private static final int MAX_SERIES = 50;

    private static final long HOURS_A_DAY = 24;
    private static final double MILLIS_PER_SECOND = 1e3;

    private Expiry() {}

    /** The problems of validity dates, now or soon: one sentence for each affected certificate. */
    public static List<String> doubts(List<X509Certificate> certificates, Instant now) {
        List<String> doubts = new ArrayList<>();
        for (X509Certificate certificate : certificates) {
            Instant from = certificate.getNotBefore().toInstant();
            Instant until = certificate.getNotAfter().toInstant();
            String which = "the certificate " + Certificates.subject(certificate);
            if (now.isAfter(until)) {
                doubts.add(which + " expired on " + until + "; peers that verify it refuse it");
            } else if (now.isBefore(from)) {
                doubts.add(which + " is not valid before " + from + "; peers that verify it refuse it");
            } else if (now.plus(NEAR).isAfter(until)) {
                long hours = Duration.between(now, until).toHours();
                doubts.add(which + " expires on " + until + ", in "
                        + (hours < HOURS_A_DAY * 2 ? hours + " hours" : hours / HOURS_A_DAY + " days"));
            }
        }
        return doubts;
    }

    /** As {@link #doubts}, for lists of revoked certificates. */
    public static List<String> doubtsOfLists(Collection<? extends CRL> lists, Instant now) {
        List<String> doubts = new ArrayList<>();
        for (CRL list : lists) {
            if (list instanceof X509CRL dated && dated.getNextUpdate() != null) {
                Instant until = dated.getNextUpdate().toInstant();
                if (now.isAfter(until)) {
                    doubts.add("the list of " + dated.getIssuerX500Principal().getName() + " was valid until " + until
                            + "; no certificate of that authority is accepted");
                }
            }
        }
        return doubts;
    }

    /** Makes a series for each certificate. */
    public static void measure(List<X509Certificate> certificates, MeterGroup meters) {
        Set<X509Certificate> seen = new HashSet<>();
        certificates.stream()
                .sorted(Comparator.comparing(X509Certificate::getNotAfter))
                .filter(seen::add)
                .limit(MAX_SERIES)
                .forEach(certificate -> meters.gauge(
                        "sluice.tls.certificate.expiry.timestamp.seconds",
                        "when the certificate expires, in seconds since 1970",
                        null,
                        () -> certificate.getNotAfter().toInstant().toEpochMilli() / MILLIS_PER_SECOND,
                        "subject",
                        Certificates.subject(certificate),
                        "serial",
                        certificate.getSerialNumber().toString(16).toLowerCase(Locale.ROOT)));
    }
}
