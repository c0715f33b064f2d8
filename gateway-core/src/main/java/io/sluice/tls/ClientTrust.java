package io.sluice.tls;

import io.sluice.failure.FileFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CRL;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.PKIXRevocationChecker.Option;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Which certificates clients may show a listener: valid ones, meant for clients, that an authority has signed and not revoked.
 *
 * @param authorities at least one
 * @param revocations the lists of revoked certificates, of which each authority needs a valid one; null to ask for none
 * @param required whether clients without a certificate are turned away
 */
public record ClientTrust(
        Set<X509Certificate> authorities, @Nullable Set<CRL> revocations, boolean required) {

    public ClientTrust {
        authorities = Set.copyOf(authorities);
        revocations = revocations == null ? null : Set.copyOf(revocations);
    }

    /**
     * Reads the files.
     *
     * @param authorities PEM
     * @param revocations PEM or DER; null for none
     * @throws TlsFileException if a file cannot be used
     */
    public static ClientTrust read(Path authorities, @Nullable Path revocations, boolean required)
            throws TlsFileException {
        return new ClientTrust(
                Set.copyOf(Certificates.read(authorities)),
                revocations == null ? null : readRevocations(revocations),
                required);
    }

    /**
     * Reads a file with lists of revoked certificates, at least one.
     *
     * @throws TlsFileException if it cannot be used
     */
    public static Set<CRL> readRevocations(Path file) throws TlsFileException {
        try (InputStream in = Files.newInputStream(file)) {
            Set<CRL> lists = Set.copyOf(CertificateFactory.getInstance("X.509").generateCRLs(in));
            if (lists.isEmpty()) {
                throw new TlsFileException(file + " holds no list of revoked certificates (-----BEGIN X509 CRL-----)");
            }
            return lists;
        } catch (IOException e) {
            throw new TlsFileException("cannot read " + file + ": " + FileFailure.reason(e), e);
        } catch (GeneralSecurityException e) {
            throw new TlsFileException(file + ": a list of revoked certificates cannot be parsed", e);
        }
    }

    /** What verifies clients. */
    TrustManagerFactory managers() throws GeneralSecurityException {
        Set<TrustAnchor> anchors = authorities.stream()
                .map(certificate -> new TrustAnchor(certificate, null))
                .collect(Collectors.toSet());
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, new X509CertSelector());
        parameters.setRevocationEnabled(revocations != null);
        if (revocations != null) {
            parameters.addCertStore(
                    CertStore.getInstance("Collection", new CollectionCertStoreParameters(revocations)));
            parameters.addCertPathChecker(onlyByLists());
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
        managers.init(new CertPathTrustManagerParameters(parameters));
        return managers;
    }

    // Nothing is fetched: a handshake must not wait for another server.
    private static PKIXRevocationChecker onlyByLists() throws GeneralSecurityException {
        PKIXRevocationChecker checker =
                (PKIXRevocationChecker) CertPathBuilder.getInstance("PKIX").getRevocationChecker();
        checker.setOptions(EnumSet.of(Option.PREFER_CRLS, Option.NO_FALLBACK));
        return checker;
    }
}
