package io.sluice.config;

import io.sluice.config.RecordBinder.BoundScalar;
import io.sluice.tls.Certificates;
import io.sluice.tls.ClientTrust;
import io.sluice.tls.Expiry;
import io.sluice.tls.HandshakeFailures;
import io.sluice.tls.HandshakeRehearsal;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TlsContexts;
import io.sluice.tls.TlsFileException;
import io.sluice.tls.TlsProvider;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Checks the files of TLS: reads them, matches keys and certificates, and performs a handshake. Works on the bound parts
 * of each section, so that it also finds problems in a file that has others. For one document and thread.
 */
final class TlsChecks {

    private static final Pattern KEY = Pattern.compile(
            "((?:clusters\\..+|listeners\\[\\d+])\\.tls(?:\\.certificates\\[\\d+]|\\.clients)?)\\.([a-z]+)(?:\\[\\d+])?");

    private final Instant now = Instant.now();
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();

    private TlsChecks() {}

    static TlsChecks of(List<BoundScalar> scalars) {
        Map<String, Map<String, List<BoundScalar>>> sections = new LinkedHashMap<>();
        for (BoundScalar scalar : scalars) {
            Matcher matcher = KEY.matcher(scalar.place().path());
            if (matcher.matches()) {
                sections.computeIfAbsent(matcher.group(1), section -> new LinkedHashMap<>())
                        .computeIfAbsent(matcher.group(2), key -> new ArrayList<>())
                        .add(scalar);
            }
        }
        TlsChecks checks = new TlsChecks();
        sections.forEach((path, section) -> {
            Map<String, List<BoundScalar>> around =
                    sections.getOrDefault(path.replaceFirst("\\.certificates.*", ""), section);
            checks.check(section, around, path.startsWith("listeners"));
        });
        return checks;
    }

    /** The files that listeners and clusters name for TLS, whether or not they are there. */
    static List<Path> files(List<BoundScalar> scalars) {
        List<Path> files = new ArrayList<>();
        for (BoundScalar scalar : scalars) {
            if (scalar.value() instanceof Path file
                    && KEY.matcher(scalar.place().path()).matches()) {
                files.add(file);
            }
        }
        return files;
    }

    /** Faults. */
    List<Problem> problems() {
        return problems;
    }

    /** Settings that work now, but not with every peer or not for long. */
    List<Problem> warnings() {
        return warnings;
    }

    private void check(Map<String, List<BoundScalar>> section, Map<String, List<BoundScalar>> around, boolean server) {
        BoundScalar ca = only(section, "ca");
        if (ca != null) {
            try {
                doubt(ca, Expiry.doubts(Certificates.read((Path) ca.value()), now));
            } catch (TlsFileException e) {
                report(ca, e);
            }
        }
        BoundScalar crl = only(section, "crl");
        if (crl != null) {
            try {
                doubt(crl, Expiry.doubtsOfLists(ClientTrust.readRevocations((Path) crl.value()), now));
            } catch (TlsFileException e) {
                report(crl, e);
            }
        }
        BoundScalar certificate = only(section, "certificate");
        BoundScalar key = only(section, "key");
        if (certificate != null && key != null) {
            KeyedChain chain = KeyedChain.read(
                    (Path) certificate.value(),
                    (Path) key.value(),
                    failure -> report(certificate, failure),
                    failure -> report(key, failure));
            if (chain != null) {
                doubt(certificate, chain.doubts(server));
                doubt(certificate, Expiry.doubts(chain.chain(), now));
                rehearse(chain, around, certificate);
            }
        }
    }

    private static @Nullable BoundScalar only(Map<String, List<BoundScalar>> section, String key) {
        List<BoundScalar> scalars = section.get(key);
        return scalars == null ? null : scalars.getFirst();
    }

    private static List<String> protocols(Map<String, List<BoundScalar>> section) {
        List<BoundScalar> written = section.get("protocols");
        return written == null
                ? TlsContexts.PROTOCOLS
                : written.stream()
                        .map(scalar -> (String) scalar.value())
                        .filter(TlsContexts.PROTOCOLS::contains)
                        .toList();
    }

    private static TlsProvider provider(Map<String, List<BoundScalar>> section) {
        BoundScalar written = only(section, "provider");
        TlsProvider provider = written == null ? TlsProvider.AUTO : (TlsProvider) written.value();
        return provider.loads() ? provider : TlsProvider.JDK;
    }

    private void rehearse(KeyedChain chain, Map<String, List<BoundScalar>> around, BoundScalar certificate) {
        TlsProvider provider = provider(around);
        for (String protocol : protocols(around)) {
            try {
                HandshakeRehearsal.serve(chain, protocol, provider);
            } catch (SSLException e) {
                X509Certificate own = chain.chain().getFirst();
                problems.add(new Problem(
                        certificate.place(),
                        "no " + protocol + " handshake is possible with the certificate " + Certificates.subject(own)
                                + " (" + own.getPublicKey().getAlgorithm() + ", " + own.getSigAlgName() + "): "
                                + HandshakeFailures.reason(e)));
            }
        }
    }

    private void report(BoundScalar scalar, TlsFileException e) {
        problems.add(new Problem(scalar.place(), Objects.requireNonNull(e.getMessage())));
    }

    private void doubt(BoundScalar scalar, List<String> doubts) {
        doubts.forEach(doubt -> warnings.add(new Problem(scalar.place(), scalar.value() + ": " + doubt)));
    }
}
