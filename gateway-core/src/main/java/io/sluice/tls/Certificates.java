package io.sluice.tls;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the certificates of PEM files. */
public final class Certificates {
    private static final Set<String> LABELS = Set.of("CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE");

    private Certificates() {}

    /**
     * Reads all certificates of a file, in its order; at least one.
     *
     * @throws TlsFileException if the file cannot be read, or one of them, or it has none
     */
    public static List<X509Certificate> read(Path file) throws TlsFileException {
        PemFile pem = PemFile.read(file);
        List<X509Certificate> certificates = new ArrayList<>();
        for (PemFile.Block block : pem.blocks()) {
            if (LABELS.contains(block.label())) {
                certificates.add(parse(file, block, certificates.size() + 1));
            }
        }
        if (certificates.isEmpty()) {
            throw new TlsFileException(
                    file + " holds no certificate in PEM form (-----BEGIN CERTIFICATE-----) but " + pem.contents());
        }
        return List.copyOf(certificates);
    }

    private static X509Certificate parse(Path file, PemFile.Block block, int number) throws TlsFileException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block.der()));
        } catch (CertificateException e) {
            throw new TlsFileException(file + ": certificate " + number + " cannot be parsed", e);
        }
    }

    /** The subject in one line. */
    public static String subject(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName();
    }
}
