package io.sluice.plugins.jwt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Signature;
import java.time.Duration;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class JwtFilterTest {

    private static Issuer issuer;
    private static Issuer other;

    @TempDir
    private Path directory;

    private FilterHarness harness;

    @BeforeAll
    static void makeKeys() throws Exception {
        issuer = new Issuer("1");
        other = new Issuer("2");
    }

    @BeforeEach
    void start() throws Exception {
        write(issuer.keys());
        harness = harness("");
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    private void write(String keys) throws Exception {
        Files.writeString(directory.resolve("keys.json"), keys);
    }

    private FilterHarness harness(String more) {
        return FilterHarness.of(JwtFilter.class, Issuer.CONFIGURATION + more, new TestContext(directory));
    }

    private void restart(String more) {
        harness.close();
        harness = harness(more);
    }

    private HarnessCall with(String token) {
        return harness.request("POST", "/logs/_search")
                .header("Authorization", "Bearer " + token)
                .body("{\"size\":1}");
    }

    private void assertRefused(String token) {
        HarnessResult result = with(token).send();

        assertThat(result.status()).as(token).isEqualTo(401);
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
        assertThat(result.headers().get("WWW-Authenticate"))
                .startsWith("Bearer realm=\"sluice\", error=\"invalid_token\"");
    }

    private long checked() {
        return harness.context().meters().count("checked_tokens");
    }

    @Test
    void letsAUserThroughAndKeepsTheTokenFromTheCluster() throws Exception {
        HarnessResult result = with(issuer.token()).everySplit();

        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isEqualTo(new Principal("alice", "jwt"));
        assertThat(result.upstreamBody()).isEqualTo("{\"size\":1}");
        assertThat(result.upstreamHead().headers().contains("Authorization")).isFalse();
    }

    @Test
    void forwardsTheHeaderWhereThatIsWanted() throws Exception {
        restart("forwardAuthorization: true");

        assertThat(with(issuer.token()).send().upstreamHead().headers().get("Authorization"))
                .isEqualTo("Bearer " + issuer.token());
    }

    @Test
    void takesTheUsualKindsOfSignature() throws Exception {
        assertThat(with(issuer.signed(JWSAlgorithm.ES256, Issuer.claims().build()))
                        .send()
                        .relayed())
                .isTrue();
        assertThat(with(issuer.edDsa(Issuer.claims().build())).send().relayed()).isTrue();
        assertRefused(issuer.signed(JWSAlgorithm.RS512, Issuer.claims().build()));
        assertRefused(issuer.signed(JWSAlgorithm.PS256, Issuer.claims().build()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256"})
    void takesTheKindThatIsConfiguredAndNoOther(String algorithm) throws Exception {
        restart("algorithms: [" + algorithm + "]");

        String token =
                issuer.signed(JWSAlgorithm.parse(algorithm), Issuer.claims().build());
        assertThat(with(token).send().relayed()).isTrue();
        assertRefused(issuer.edDsa(Issuer.claims().build()));
    }

    @Test
    void takesAKeyOnlyForTheAlgorithmThatItIsMeantFor() throws Exception {
        RSAKey meant =
                new RSAKey.Builder(issuer.rsa()).algorithm(JWSAlgorithm.PS256).build();
        write(Issuer.keys(meant));
        restart("algorithms: [RS256, PS256]");

        assertRefused(issuer.token());
        String token = issuer.signed(JWSAlgorithm.PS256, Issuer.claims().build());
        assertThat(with(token).send().relayed()).isTrue();
    }

    @Test
    void refusesClaimsThatAreNotMeantForHere() throws Exception {
        assertRefused(
                issuer.rs256(Issuer.claims().issuer("https://other.example").build()));
        assertRefused(issuer.rs256(Issuer.claims().issuer(null).build()));
        assertRefused(issuer.rs256(Issuer.claims().audience("mail").build()));
        assertRefused(issuer.rs256(Issuer.claims().audience((String) null).build()));
        assertRefused(issuer.rs256(Issuer.claims().subject(null).build()));
        assertRefused(issuer.rs256(Issuer.claims().subject(" ").build()));
        assertRefused(issuer.rs256(Issuer.claims().subject("a\nb").build()));
        assertRefused(issuer.rs256(Issuer.claims().claim("sub", 7).build()));
        assertRefused(issuer.rs256(Issuer.claims().claim("exp", "soon").build()));
        assertThat(with(issuer.rs256(Issuer.claims()
                                .audience(List.of("mail", "search"))
                                .build()))
                        .send()
                        .relayed())
                .isTrue();
    }

    @Test
    void refusesWhatIsNotValidNow() throws Exception {
        assertRefused(issuer.rs256(Issuer.claims().expirationTime(null).build()));
        assertRefused(issuer.rs256(
                Issuer.claims().notBeforeTime(Issuer.at(Duration.ofSeconds(32))).build()));
        assertThat(with(issuer.rs256(Issuer.claims()
                                .notBeforeTime(Issuer.at(Duration.ofSeconds(28)))
                                .build()))
                        .send()
                        .relayed())
                .isTrue();
        Date over = Issuer.at(Duration.ofSeconds(-31));
        HarnessResult result =
                with(issuer.rs256(Issuer.claims().expirationTime(over).build())).send();
        assertThat(result.status()).isEqualTo(401);
        assertThat(result.body()).contains("the token of the REST request has expired");
    }

    @Test
    void refusesSignaturesOfOthers() throws Exception {
        JWTClaimsSet claims = Issuer.claims().build();
        RSAKey stranger =
                new RSAKeyGenerator(2048).keyID(issuer.rsa().getKeyID()).generate();
        JWSHeader.Builder header = new JWSHeader.Builder(JWSAlgorithm.RS256);
        byte[] publicKey = issuer.rsa().toRSAPublicKey().getEncoded();
        String[] parts = issuer.token().split("\\.");

        assertRefused(other.token());
        assertRefused(Issuer.signed(header.keyID(stranger.getKeyID()).build(), claims, new RSASSASigner(stranger)));
        assertRefused(Issuer.signed(header.jwk(stranger.toPublicJWK()).build(), claims, new RSASSASigner(stranger)));
        assertRefused(Issuer.signed(
                new JWSHeader.Builder(JWSAlgorithm.HS256)
                        .keyID(issuer.rsa().getKeyID())
                        .build(),
                claims,
                new MACSigner(publicKey)));
        assertRefused(new PlainJWT(claims).serialize());
        String bob = Issuer.claims().subject("bob").build().toString();
        assertRefused(parts[0] + "." + Base64URL.encode(bob) + "." + parts[2]);
        assertRefused(Base64URL.encode("{\"alg\":\"none\"}") + "." + parts[1] + ".");
        assertRefused(Base64URL.encode("{\"alg\":\"nOnE\"}") + "." + parts[1] + "." + parts[2]);
        assertRefused(parts[0] + "." + parts[1] + ".");
        assertRefused(parts[0] + "." + parts[1]);
    }

    @Test
    void refusesHeadersThatMustBeUnderstood() throws Exception {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID(issuer.rsa().getKeyID())
                .type(JOSEObjectType.JWT)
                .criticalParams(Set.of("x-must"))
                .customParam("x-must", true)
                .build();

        assertRefused(Issuer.signed(header, Issuer.claims().build(), new RSASSASigner(issuer.rsa())));
        for (String critical : new String[] {"[]", "[\"b64\"]", "[\"exp\"]", "\"b64\""}) {
            assertRefused(signedWith(
                    "{\"alg\":\"RS256\",\"kid\":\"" + issuer.rsa().getKeyID() + "\",\"crit\":" + critical + "}"));
        }
    }

    private String signedWith(String header) throws Exception {
        return signed(header, Issuer.claims().build().toString().getBytes(StandardCharsets.UTF_8));
    }

    private String signed(String header, byte[] claims) throws Exception {
        String input = Base64URL.encode(header) + "." + Base64URL.encode(claims);
        Signature rsa = Signature.getInstance("SHA256withRSA");
        rsa.initSign(issuer.rsa().toRSAPrivateKey());
        rsa.update(input.getBytes(StandardCharsets.US_ASCII));
        return input + "." + Base64URL.encode(rsa.sign());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a.b", "a.b.c", "a.b.c.d.e", "....", "{}", "e30.e30.e30", "\u00e9.\u00e9.\u00e9"})
    void refusesWhatIsNoToken(String token) {
        assertRefused(token);
    }

    @Test
    void refusesOtherSpellingsOfAToken() throws Exception {
        String token = issuer.edDsa(Issuer.claims().build());
        assertThat(with(token).send().relayed()).isTrue();
        // 64 bytes leave four spare bits in the last of 86 characters.
        String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        char last = token.charAt(token.length() - 1);
        char spare = letters.charAt(letters.indexOf(last) + 1);

        assertRefused(token + "=");
        assertRefused(token + "==");
        assertRefused(token.substring(0, token.length() - 1) + spare);
        assertRefused(token.replaceFirst("\\.", "=."));
    }

    @Test
    void refusesClaimsThatAreNoUtf8() throws Exception {
        String header = "{\"alg\":\"RS256\",\"kid\":\"" + issuer.rsa().getKeyID() + "\"}";
        String claims = Issuer.claims().subject("x\u00e9").build().toString();

        assertThat(with(signed(header, claims.getBytes(StandardCharsets.UTF_8)))
                        .send()
                        .relayed())
                .isTrue();
        assertRefused(signed(header, claims.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Test
    void refusesTokensOfAnyLengthWithoutReadingThem() throws Exception {
        assertRefused(issuer.token() + "x".repeat(1 << 20));
        assertThat(checked()).isZero();
    }

    @Test
    void asksForATokenInElasticsearchsShape() {
        HarnessResult result = harness.request("GET", "/").send();

        assertThat(result.status()).isEqualTo(401);
        assertThat(result.headers().get("WWW-Authenticate")).isEqualTo("Bearer realm=\"sluice\"");
        assertThat(result.body())
                .startsWith("{\"error\":{\"root_cause\":[{\"type\":\"security_exception\"")
                .endsWith("\"status\":401}");
    }

    @Test
    void refusesTwoHeadersEvenIfBothAreRight() throws Exception {
        HarnessResult result = with(issuer.token())
                .header("authorization", "Bearer " + issuer.token())
                .send();

        assertThat(result.status()).isEqualTo(401);
    }

    @Test
    void passesRequestsWithoutATokenWhereItIsOptionalAndNoneWithAWrongOne() {
        restart("optional: true");
        String basic = "Basic " + Base64.getEncoder().encodeToString("alice:secret".getBytes(UTF_8));

        HarnessResult without = harness.request("GET", "/").send();
        HarnessResult ofAnother =
                harness.request("GET", "/").header("Authorization", basic).send();

        assertThat(without.relayed()).isTrue();
        assertThat(without.fact(ExchangeKey.PRINCIPAL)).isNull();
        assertThat(ofAnother.upstreamHead().headers().get("Authorization")).isEqualTo(basic);
        assertRefused("a.b.c");
        assertThat(harness.request("GET", "/")
                        .header("Authorization", basic)
                        .header("Authorization", "bearer a.b.c")
                        .send()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void checksATokenOnceUntilItExpires() throws Exception {
        String token = issuer.token();
        with(token).send();
        with(token).send();
        assertThat(checked()).isEqualTo(1);

        harness.context().clock().advance(Duration.ofMinutes(60).plusSeconds(29));
        assertThat(with(token).send().relayed()).isTrue();

        harness.context().clock().advance(Duration.ofSeconds(2));
        HarnessResult later = with(token).send();
        assertThat(later.status()).isEqualTo(401);
    }

    @Test
    void forgetsTokensOfAKeyThatWasRotatedAway() throws Exception {
        String old = issuer.token();
        with(old).send();
        write(other.keys());

        harness.context().advance(Duration.ofMinutes(1));

        assertRefused(old);
        assertThat(with(other.token()).send().relayed()).isTrue();
    }

    @Test
    void readsTheKeysAtOnceForATokenWithAnUnknownOneButNotAsOftenAsClientsLike() throws Exception {
        write(other.keys());
        assertRefused(other.token());

        harness.context().clock().advance(Duration.ofSeconds(10));
        assertThat(with(other.token()).send().relayed()).isTrue();

        write(issuer.keys());
        assertRefused(issuer.token());
    }

    @Test
    void keepsKeysThatCannotBeReadAgainForAWhile() throws Exception {
        restart("keepFor: 3m");
        write("{");
        harness.context().advance(Duration.ofMinutes(2));

        assertThat(with(issuer.token()).send().relayed()).isTrue();
        assertThat(harness.context().meters().count("reload_failures")).isPositive();
        assertThat(harness.context().meters().gauge("known_keys")).isEqualTo(3);

        harness.context().advance(Duration.ofMinutes(2));
        HarnessResult late = with(issuer.token()).send();
        assertThat(late.status()).isEqualTo(503);
        assertThat(late.headers().get("Retry-After")).isEqualTo("5");

        write(issuer.keys());
        harness.context().advance(Duration.ofMinutes(1));
        assertThat(with(issuer.token()).send().relayed()).isTrue();
    }

    @Test
    void answers429WhereTooManyTokensWait() throws Exception {
        harness.context().refuseTasks(true);

        HarnessResult result = with(issuer.token()).send();

        assertThat(result.status()).isEqualTo(429);
        harness.context().refuseTasks(false);
        assertThat(with(issuer.token()).send().relayed()).isTrue();
    }

    @Test
    void needsNoNameOfAKeyWhereOneOfThemFits() throws Exception {
        JWSHeader nameless = new JWSHeader.Builder(JWSAlgorithm.RS256).build();

        assertThat(with(Issuer.signed(nameless, Issuer.claims().build(), new RSASSASigner(issuer.rsa())))
                        .send()
                        .relayed())
                .isTrue();
        assertRefused(Issuer.signed(nameless, Issuer.claims().build(), new RSASSASigner(other.rsa())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "{\"keys\":[]}",
                "{\"keys\":[{\"kty\":\"oct\",\"k\":\"c2VjcmV0\"}]}",
                "{\"keys\":[{\"kty\":\"later\"}]}"
            })
    void isNotMadeOfAFileWithoutKeys(String keys) throws Exception {
        write(keys);

        assertThatThrownBy(() -> harness("")).hasMessageContaining("JWK set");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "audience: []",
                "issuer: ''",
                "algorithms: [HS256]",
                "algorithms: [none]",
                "clockSkew: 1h",
                "keepFor: 1s",
                "keys: { url: { address: 'http://issuer.example/keys' } }",
                "keys: { url: { address: 'ftp://issuer.example/keys' } }",
                "keys: { url: { address: 'https://user@issuer.example/keys' } }"
            })
    void isNotMadeOfAConfigurationThatBelievesTooMuch(String line) {
        String yaml = "keys: { file: keys.json }\nissuer: i\naudience: [a]\n";
        String key = line.substring(0, line.indexOf(':'));
        String changed = yaml.replaceAll("(?m)^" + key + ":.*\n", "") + line;

        assertThatThrownBy(() -> FilterHarness.of(JwtFilter.class, changed, new TestContext(directory)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesAnExpiryBeyondWhatATimeCanHold() throws Exception {
        JWTClaimsSet claims =
                Issuer.claims().claim("exp", 4_000_000_000_000_000_000L).build();

        assertThat(with(issuer.rs256(claims)).send().relayed()).isTrue();
        assertRefused(issuer.rs256(
                Issuer.claims().claim("exp", -4_000_000_000_000_000_000L).build()));
    }
}
