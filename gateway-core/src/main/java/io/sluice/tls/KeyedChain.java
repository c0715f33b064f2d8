package io.sluice.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A certificate with its issuers and its private key, which belong together.
 *
 * @param chain the key's certificate first
 */
public record KeyedChain(PrivateKey key, List<X509Certificate> chain) {

    private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
    private static final String ANY_USAGE = "2.5.29.37.0";

    public KeyedChain {
        chain = List.copyOf(chain);
    }

    /**
     * Reads both files.
     *
     * @throws TlsFileException if one of them cannot be used, or the key is not that of the first certificate
     */
    public static KeyedChain read(Path certificate, Path key) throws TlsFileException {
        List<TlsFileException> failures = new ArrayList<>();
        KeyedChain chain = read(certificate, key, failures::add, failures::add);
        if (chain == null) {
            throw failures.getFirst();
        }
        return chain;
    }

    /**
     * Reads both files and reports every problem of the certificate and the key.
     *
     * @return null if anything is
     */
    public static @Nullable KeyedChain read(
            Path certificate, Path key, Consumer<TlsFileException> ofCertificate, Consumer<TlsFileException> ofKey) {
        List<X509Certificate> chain = null;
        PrivateKey own = null;
        try {
            chain = Certificates.read(certificate);
        } catch (TlsFileException e) {
            ofCertificate.accept(e);
        }
        try {
            own = PrivateKeys.read(key);
        } catch (TlsFileException e) {
            ofKey.accept(e);
        }
        if (chain == null || own == null) {
            return null;
        }
        TlsFileException mismatch = strange(certificate, key, own, chain);
        if (mismatch != null) {
            ofKey.accept(mismatch);
            return null;
        }
        TlsFileException disorder = disorder(certificate, own, chain);
        if (disorder != null) {
            ofCertificate.accept(disorder);
            return null;
        }
        return new KeyedChain(own, chain);
    }

    private static @Nullable TlsFileException strange(
            Path certificate, Path key, PrivateKey own, List<X509Certificate> chain) {
        boolean known = chain.stream().anyMatch(each -> PrivateKeys.match(own, each.getPublicKey()));
        return known
                ? null
                : new TlsFileException(key + " is not the key of the certificate in " + certificate + ", "
                        + Certificates.subject(chain.getFirst()));
    }

    // Another certificate of the chain belongs to the key.
    private static @Nullable TlsFileException disorder(Path file, PrivateKey own, List<X509Certificate> chain) {
        String wrong = file + ": the chain is in the wrong order: ";
        if (!PrivateKeys.match(own, chain.getFirst().getPublicKey())) {
            return new TlsFileException(wrong + "the first certificate, " + Certificates.subject(chain.getFirst())
                    + ", is not that of the key; its own must be the first, then each issuer");
        }
        for (int i = 0; i + 1 < chain.size(); i++) {
            X509Certificate issuer = chain.get(i + 1);
            if (!issuer.getSubjectX500Principal().equals(chain.get(i).getIssuerX500Principal())) {
                return new TlsFileException(wrong + "certificate " + (i + 1) + ", "
                        + Certificates.subject(chain.get(i)) + ", was not issued by the one that follows, "
                        + Certificates.subject(issuer));
            }
        }
        return null;
    }

    /**
     * Properties that some peers reject, apart from dates; one sentence each.
     *
     * @param server whether the chain is that of a server or of a client
     */
    public List<String> doubts(boolean server) {
        List<String> doubts = new ArrayList<>();
        X509Certificate own = chain.getFirst();
        for (int i = 0; i + 1 < chain.size(); i++) {
            if (!signed(chain.get(i + 1), chain.get(i))) {
                doubts.add("the signature of certificate " + (i + 1) + ", " + Certificates.subject(chain.get(i))
                        + ", was not made with the key of the one that follows; peers that verify it refuse it");
            }
        }
        if (!allows(own, server ? SERVER_AUTH : CLIENT_AUTH)) {
            doubts.add("the certificate " + Certificates.subject(own) + " is not meant for "
                    + (server ? "servers" : "clients") + " (extended key usage); peers that verify it refuse it");
        }
        if (server && alternativeNames(own) == null) {
            doubts.add("the certificate " + Certificates.subject(own)
                    + " has no subject alternative name; most clients that verify it refuse it");
        }
        return doubts;
    }

    private static boolean signed(X509Certificate issuer, X509Certificate certificate) {
        try {
            certificate.verify(issuer.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static boolean allows(X509Certificate certificate, String usage) {
        try {
            List<String> usages = certificate.getExtendedKeyUsage();
            return usages == null || usages.contains(usage) || usages.contains(ANY_USAGE);
        } catch (CertificateParsingException e) {
            return false;
        }
    }

    private static @Nullable Collection<List<?>> alternativeNames(X509Certificate certificate) {
        try {
            return certificate.getSubjectAlternativeNames();
        } catch (CertificateParsingException e) {
            return null;
        }
    }
}
