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
 * names, else the first of all. Immutable; safe from any thread.
 */
final class NamedKeys extends X509ExtendedKeyManager {
    private static final int DNS_NAME = 2;

    private final List<Named> all;

    private record Named(KeyedChain chain, Set<String> names) {

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
        boolean named = host != null && all.stream().anyMatch(each -> each.isFor(host));
        for (int i = 0; i < all.size(); i++) {
            Named each = all.get(i);
            if (each.isOfKind(keyType) && (host == null || !named || each.isFor(host))) {
                return String.valueOf(i);
            }
        }
        return null;
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
