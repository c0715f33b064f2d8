package io.sluice.plugins.jwt;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;

/** Makes keys and tokens with another library than the one that checks them. */
final class Issuer {

    static final String NAME = "https://issuer.example";
    static final String SERVICE = "search";

    /** What a filter says that believes the keys in {@code keys.json}. */
    static final String CONFIGURATION =
            "keys: { file: keys.json }\nissuer: %s\naudience: [%s]\n".formatted(NAME, SERVICE);

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final RSAKey rsa;
    private final ECKey ec;
    private final KeyPair ed;
    private final String generation;

    /** @param generation distinguishes the names of its keys from those of other issuers */
    Issuer(String generation) throws JOSEException, GeneralSecurityException {
        this.generation = generation;
        this.rsa = new RSAKeyGenerator(2048).keyID("rsa-" + generation).generate();
        this.ec = new ECKeyGenerator(Curve.P_256).keyID("ec-" + generation).generate();
        this.ed = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    }

    RSAKey rsa() {
        return rsa;
    }

    /** The public keys. */
    String keys() {
        return new JWKSet(List.<JWK>of(rsa.toPublicJWK(), ec.toPublicJWK(), publicEd())).toString();
    }

    /** Only that key. */
    static String keys(JWK key) {
        return new JWKSet(key.toPublicJWK()).toString();
    }

    private OctetKeyPair publicEd() {
        byte[] encoded = ed.getPublic().getEncoded();
        // RFC 8410: the last 32 bytes of the encoding are the key.
        byte[] raw = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
        return new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(raw))
                .keyID("ed-" + generation)
                .build();
    }

    /** Claims of alice for an hour, to be changed. */
    static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(NAME)
                .audience(SERVICE)
                .subject("alice")
                .expirationTime(Date.from(NOW.plus(Duration.ofHours(1))));
    }

    static Date at(Duration fromNow) {
        return Date.from(NOW.plus(fromNow));
    }

    String token() throws JOSEException {
        return rs256(claims().build());
    }

    String rs256(JWTClaimsSet claims) throws JOSEException {
        return signed(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(rsa.getKeyID()).build(), claims, new RSASSASigner(rsa));
    }

    String signed(Algorithm algorithm, JWTClaimsSet claims) throws JOSEException {
        JWSAlgorithm named = JWSAlgorithm.parse(algorithm.getName());
        boolean elliptic = JWSAlgorithm.Family.EC.contains(named);
        String key = elliptic ? ec.getKeyID() : rsa.getKeyID();
        JWSSigner signer = elliptic ? new ECDSASigner(ec) : new RSASSASigner(rsa);
        return signed(new JWSHeader.Builder(named).keyID(key).build(), claims, signer);
    }

    static String signed(JWSHeader header, JWTClaimsSet claims, JWSSigner signer) throws JOSEException {
        SignedJWT token = new SignedJWT(header, claims);
        token.sign(signer);
        return token.serialize();
    }

    String edDsa(JWTClaimsSet claims) throws GeneralSecurityException {
        return edDsa(claims.toString());
    }

    /** @param claims as JSON */
    String edDsa(String claims) throws GeneralSecurityException {
        String head = Base64URL.encode("{\"alg\":\"EdDSA\",\"kid\":\"ed-" + generation + "\"}") + "."
                + Base64URL.encode(claims);
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(ed.getPrivate());
        signature.update(head.getBytes(StandardCharsets.US_ASCII));
        return head + "." + Base64URL.encode(signature.sign());
    }
}
