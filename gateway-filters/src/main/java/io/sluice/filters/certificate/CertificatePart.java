package io.sluice.filters.certificate;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/** A part of a certificate that says who its owner is. */
public enum CertificatePart {
    /** The whole subject as RFC 2253 writes it, {@code CN=alice,OU=search,O=Acme}. */
    SUBJECT,
    COMMON_NAME,
    ORGANIZATION,
    ORGANIZATIONAL_UNIT,
    /** A mail address among the alternative names (RFC 5280, 4.2.1.6), as are DNS and URI. */
    EMAIL,
    DNS,
    URI;

    /**
     * The values that a certificate has for this part, in its order.
     *
     * @throws IllegalArgumentException if it cannot be read as text
     */
    List<String> of(X509Certificate certificate) {
        return switch (this) {
            case SUBJECT -> subject(certificate);
            case COMMON_NAME -> attributes(certificate, "CN");
            case ORGANIZATION -> attributes(certificate, "O");
            case ORGANIZATIONAL_UNIT -> attributes(certificate, "OU");
            case EMAIL -> alternatives(certificate, 1);
            case DNS -> alternatives(certificate, 2);
            case URI -> alternatives(certificate, 6);
        };
    }

    // A certificate without a subject names its owner by alternative names only.
    private static List<String> subject(X509Certificate certificate) {
        String subject = certificate.getSubjectX500Principal().getName(X500Principal.RFC2253);
        return subject.isEmpty() ? List.of() : List.of(subject);
    }

    private static List<String> attributes(X509Certificate certificate, String type) {
        try {
            List<String> values = new ArrayList<>();
            String subject = certificate.getSubjectX500Principal().getName(X500Principal.RFC2253);
            List<Rdn> names = new LdapName(subject).getRdns();
            for (Rdn name : names) {
                Attribute each = name.toAttributes().get(type);
                for (int i = 0; each != null && i < each.size(); i++) {
                    values.add(text(each.get(i)));
                }
            }
            return values;
        } catch (NamingException e) {
            throw new IllegalArgumentException("the subject cannot be read", e);
        }
    }

    private static String text(Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("a name of the subject is not text");
    }

    private static List<String> alternatives(X509Certificate certificate, int kind) {
        try {
            Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            return all == null
                    ? List.of()
                    : all.stream()
                            .filter(name -> name.getFirst().equals(kind))
                            .map(name -> text(name.get(1)))
                            .toList();
        } catch (CertificateParsingException e) {
            throw new IllegalArgumentException("the alternative names cannot be read", e);
        }
    }
}
