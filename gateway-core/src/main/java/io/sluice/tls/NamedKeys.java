package io.sluice.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.StandardConstants;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a server's certificate by the name that a client asks for (RFC 6066, 3): the first that has it among its alternative
 * names, else the first of all, or one with another kind of key that has all names of that one. TLS asks for one kind of key after the
 * other, so each is answered only with a certificate that may be shown. Immutable; safe from any thread.
 */
final class NamedKeys extends X509ExtendedKeyManager {
    private static final int DNS_NAME = 2;

    private final List<Named> all;

    private record Named(KeyedChain chain, Set<String> names) {

        boolean standsFor(Named other) {
            return equals(other) || !other.names.isEmpty() && names.containsAll(other.names);
        }

        boolean isFor(String host) {
            int dot = host.indexOf('.');
            return names.contains(host) || dot > 0 && names.contains("*" + host.substring(dot));
        }

        boolean isOfKind(String keyType) {
            String algorithm = chain.key().getAlgorithm();
            return keyType.equals(algorithm) || keyType.equals("EdDSA") && algorithm.startsWith("Ed");
        }
    }

    NamedKeys(List<KeyedChain> chains) {
        this.all = chains.stream()
                .map(chain -> new Named(chain, names(chain.chain().getFirst())))
                .toList();
    }

    private static Set<String> names(X509Certificate certificate) {
        Set<String> names = new HashSet<>();
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            for (List<?> name : alternatives == null ? List.<List<?>>of() : alternatives) {
                if (Integer.valueOf(DNS_NAME).equals(name.getFirst())) {
                    names.add(String.valueOf(name.getLast()).toLowerCase(Locale.ROOT));
                }
            }
        } catch (CertificateParsingException e) {
            return Set.of();
        }
        return names;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        String host = engine == null ? null : asked(engine);
        List<Named> fitting = host == null ? List.of() : those(each -> each.isFor(host));
        return fitting.isEmpty()
                ? ofKind(keyType, those(each -> each.standsFor(all.getFirst())))
                : ofKind(keyType, fitting);
    }

    private List<Named> those(Predicate<Named> wanted) {
        return all.stream().filter(wanted).toList();
    }

    private @Nullable String ofKind(String keyType, List<Named> fitting) {
        return fitting.stream()
                .filter(each -> each.isOfKind(keyType))
                .findFirst()
                .map(each -> String.valueOf(all.indexOf(each)))
                .orElse(null);
    }

    private static @Nullable String asked(SSLEngine engine) {
        if (engine.getHandshakeSession() instanceof ExtendedSSLSession session) {
            for (SNIServerName name : session.getRequestedServerNames()) {
                if (name.getType() == StandardConstants.SNI_HOST_NAME) {
                    return (name instanceof SNIHostName host ? host : new SNIHostName(name.getEncoded()))
                            .getAsciiName()
                            .toLowerCase(Locale.ROOT);
                }
            }
        }
        return null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return all.get(Integer.parseInt(alias)).chain().chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return all.get(Integer.parseInt(alias)).chain().key();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return IntStream.range(0, all.size())
                .filter(i -> all.get(i).isOfKind(keyType))
                .mapToObj(String::valueOf)
                .toArray(String[]::new);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseEngineServerAlias(keyType, issuers, null);
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
