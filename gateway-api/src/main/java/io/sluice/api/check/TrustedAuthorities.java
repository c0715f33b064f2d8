package io.sluice.api.check;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Whom a filter believes that asks a server through TLS. */
public final class TrustedAuthorities {

    private static final int MAX_BYTES = 4 << 20;

    private TrustedAuthorities() {}

    /**
     * A TLS context that believes the authorities of a PEM file.
     *
     * @param file the file; null: the JDK's authorities
     * @throws IOException if it cannot be read, is larger than 4 MiB or has no certificates
     */
    public static SSLContext of(@Nullable Path file) throws IOException {
        try {
            if (file == null) {
                return SSLContext.getDefault();
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                // Reading a pipe would wait for whoever writes to it.
                throw new FileSystemException(file.toString(), null, "this is not a regular file");
            }
            if (Files.size(file) > MAX_BYTES) {
                throw new FileSystemException(file.toString(), null, "the file is larger than " + MAX_BYTES + " bytes");
            }
            return trusting(CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file))));
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " has no certificates in PEM form", e);
        }
    }

    private static SSLContext trusting(Collection<? extends Certificate> authorities)
            throws GeneralSecurityException, IOException {
        if (authorities.isEmpty()) {
            throw new GeneralSecurityException("no certificate");
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate each : authorities) {
            store.setCertificateEntry("authority-" + store.size(), each);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
