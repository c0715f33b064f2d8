package io.sluice.dist;

import at.favre.lib.crypto.bcrypt.BCrypt;
import com.sun.net.httpserver.HttpServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.ExtendedKeyUsage;
import io.netty.pkitesting.X509Bundle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jose4j.jwk.EcJwkGenerator;
import org.jose4j.jwk.EllipticCurveJsonWebKey;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.keys.EllipticCurves;

/** What users show of themselves, for each filter that may ask; with a directory, an issuer, a service and an authority that know them. */
final class WhoCredentials implements AutoCloseable {

    private static final String SECRET = "secret";

    private final EllipticCurveJsonWebKey issuer;
    private final InMemoryDirectoryServer directory;
    private final HttpServer service;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final X509Bundle authority;
    private final Map<String, SSLSocketFactory> certificates = new HashMap<>();

    /** @param files gets what a gateway reads: passwords, keys, certificates */
    WhoCredentials(Path files) throws Exception {
        StringBuilder passwords = new StringBuilder();
        StringBuilder keys = new StringBuilder();
        for (String user : WhoAsks.USERS) {
            passwords.append(user).append(':');
            passwords
                    .append(BCrypt.withDefaults().hashToString(4, SECRET.toCharArray()))
                    .append('\n');
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(SECRET.getBytes(StandardCharsets.UTF_8));
            keys.append(user + "-1 sha256:" + HexFormat.of().formatHex(hash) + " name=" + user + " claims.org="
                    + WhoAsks.organisation(user) + "\n");
        }
        Files.writeString(files.resolve("users.htpasswd"), passwords);
        Files.writeString(files.resolve("keys.txt"), keys);
        issuer = EcJwkGenerator.generateJwk(EllipticCurves.P256);
        issuer.setKeyId("one");
        Files.writeString(
                files.resolve("keys.json"),
                new JsonWebKeySet(issuer).toJson(JsonWebKey.OutputControlLevel.PUBLIC_ONLY));
        directory = directory();
        service = service();
        authority = new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        certify(files);
    }

    private static InMemoryDirectoryServer directory() throws Exception {
        InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=example,dc=org");
        config.setListenerConfigs(
                InMemoryListenerConfig.createLDAPConfig("plain", InetAddress.getLoopbackAddress(), 0, null));
        config.setSchema(null);
        InMemoryDirectoryServer made = new InMemoryDirectoryServer(config);
        made.add("dn: dc=example,dc=org", "objectClass: domain", "dc: example");
        made.add("dn: ou=people,dc=example,dc=org", "objectClass: organizationalUnit", "ou: people");
        for (String user : WhoAsks.USERS) {
            made.add(
                    "dn: uid=" + user + ",ou=people,dc=example,dc=org",
                    "objectClass: person",
                    "uid: " + user,
                    "o: " + WhoAsks.organisation(user),
                    "userPassword: " + SECRET);
        }
        made.startListening();
        return made;
    }

    private HttpServer service() throws Exception {
        HttpServer made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        made.createContext("/", exchange -> {
            String cookie = String.valueOf(exchange.getRequestHeaders().getFirst("Cookie"));
            String user = cookie.startsWith("session=") ? cookie.substring("session=".length()) : "";
            boolean known = WhoAsks.USERS.contains(user);
            if (known) {
                exchange.getResponseHeaders().add("Remote-User", user);
                exchange.getResponseHeaders().add("Remote-Org", WhoAsks.organisation(user));
            }
            exchange.sendResponseHeaders(known ? 204 : 401, -1);
            exchange.close();
        });
        made.setExecutor(threads);
        made.start();
        return made;
    }

    private void certify(Path files) throws Exception {
        X509Bundle own = new CertificateBuilder()
                .subject("CN=gateway")
                .ecp256()
                .setIsCertificateAuthority(true)
                .addSanIpAddress("127.0.0.1")
                .buildSelfSigned();
        Files.writeString(files.resolve("own.pem"), own.getCertificatePathPEM());
        Files.writeString(files.resolve("own.key"), own.getPrivateKeyPEM());
        Files.writeString(files.resolve("ca.pem"), authority.getCertificatePEM());
        for (String user : WhoAsks.USERS) {
            certificates.put(
                    user,
                    sockets(
                            own,
                            certificate(user, authority).toKeyManagerFactory().getKeyManagers()));
        }
        X509Bundle stranger = new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        certificates.put(
                "",
                sockets(
                        own,
                        certificate("alice", stranger).toKeyManagerFactory().getKeyManagers()));
    }

    private static X509Bundle certificate(String user, X509Bundle by) throws Exception {
        return new CertificateBuilder()
                .subject("CN=" + user + ",O=" + WhoAsks.organisation(user))
                .ecp256()
                .addExtendedKeyUsage(ExtendedKeyUsage.PKIX_KP_CLIENT_AUTH)
                .buildIssuedBy(by);
    }

    private static SSLSocketFactory sockets(X509Bundle trusted, KeyManager[] keys) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[] {trusted.toTrustManager()}, null);
        return context.getSocketFactory();
    }

    /** The port of who is asked about users; 0 if nobody is. */
    int port(WhoIdentity identity) {
        return switch (identity) {
            case LDAP -> directory.getListenPort();
            case FORWARD_AUTH -> service.getAddress().getPort();
            default -> 0;
        };
    }

    /** Sockets that show the certificate of a user; of somebody whom a strange authority calls a user, if the name is empty. */
    SSLSocketFactory sockets(String user) {
        return certificates.get(user);
    }

    /** The header that shows who the user is; none where the handshake does. */
    String header(WhoIdentity identity, String user) throws Exception {
        return switch (identity) {
            case BASIC_AUTH, LDAP -> "Authorization: Basic " + base64(user + ":" + SECRET) + "\r\n";
            case API_KEY -> "Authorization: ApiKey " + base64(user + "-1:" + SECRET) + "\r\n";
            case JWT -> "Authorization: Bearer " + token(user, issuer) + "\r\n";
            case FORWARD_AUTH -> "Cookie: session=" + user + "\r\n";
            case CLIENT_CERTIFICATE, NONE -> "";
        };
    }

    /** The same as somebody would write it who is not alice. */
    String forged(WhoIdentity identity) throws Exception {
        return switch (identity) {
            case BASIC_AUTH, LDAP -> "Authorization: Basic " + base64("alice:guessed") + "\r\n";
            case API_KEY -> "Authorization: ApiKey " + base64("alice-1:guessed") + "\r\n";
            case JWT ->
                "Authorization: Bearer " + token("alice", EcJwkGenerator.generateJwk(EllipticCurves.P256)) + "\r\n";
            case FORWARD_AUTH -> "Cookie: session=mallory\r\n";
            case CLIENT_CERTIFICATE, NONE -> "";
        };
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String token(String user, EllipticCurveJsonWebKey key) throws Exception {
        JwtClaims claims = new JwtClaims();
        claims.setIssuer("https://issuer.example");
        claims.setAudience("search");
        claims.setSubject(user);
        claims.setExpirationTimeMinutesInTheFuture(60);
        claims.setStringClaim("org", WhoAsks.organisation(user));
        JsonWebSignature signature = new JsonWebSignature();
        signature.setPayload(claims.toJson());
        signature.setKey(key.getPrivateKey());
        signature.setKeyIdHeaderValue("one");
        signature.setAlgorithmHeaderValue(AlgorithmIdentifiers.ECDSA_USING_P256_CURVE_AND_SHA256);
        return signature.getCompactSerialization();
    }

    @Override
    public void close() {
        directory.shutDown(true);
        service.stop(0);
        threads.shutdownNow();
    }
}
