package io.sluice.plugins.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptClaimsTest {

    @TempDir
    private Path directory;

    private Principal principal(String configuration, JWTClaimsSet claims) throws Exception {
        Issuer issuer = new Issuer("1");
        Files.writeString(directory.resolve("keys.json"), issuer.keys());
        try (FilterHarness harness =
                FilterHarness.of(JwtFilter.class, Issuer.CONFIGURATION + configuration, new TestContext(directory))) {
            return harness.request("POST", "/logs/_search")
                    .header("Authorization", "Bearer " + issuer.rs256(claims))
                    .body("{\"size\":1}")
                    .send()
                    .fact(ExchangeKey.PRINCIPAL);
        }
    }

    @Test
    void keepsClaimsWithFullStopsInTheirNames() throws Exception {
        JWTClaimsSet claims = Issuer.claims()
                .claim("https://acme.example/tenant", "acme")
                .claim("a.b", "whole")
                .claim("a", Map.of("c", "member"))
                .build();

        Principal principal = principal("claims: { tenant: 'https://acme.example/tenant', b: a.b, c: a.c }", claims);

        assertThat(principal.claims())
                .isEqualTo(Map.of("tenant", List.of("acme"), "b", List.of("whole"), "c", List.of("member")));
    }

    /** Where users may add claims of their own, one of the two may be theirs. */
    @Test
    void refusesTwoClaimsThatCouldBeMeantUnlessTheyAreEqual() throws Exception {
        String nested = "\"sub\":\"x\",\"org\":{\"id\":\"acme\"}";
        assertThat(status("org.id", nested)).isEqualTo(200);
        assertThat(status("org.id", nested + ",\"org.id\":\"acme\"")).isEqualTo(200);
        assertThat(status("org.id", nested + ",\"org.id\":null")).isEqualTo(200);

        assertThat(status("org.id", nested + ",\"org.id\":\"globex\"")).isEqualTo(401);
        assertThat(status("org.id", nested + ",\"org.id\":[\"acme\",\"globex\"]"))
                .isEqualTo(401);
        assertThat(status("org.id", nested + ",\"org.id\":{}")).isEqualTo(401);
    }

    /** Whatever is written of it, or hashed, would be that of another name: {@code x?}. */
    @Test
    void refusesHalvesOfCharacters() throws Exception {
        assertThat(status("\"sub\":\"x\"")).isEqualTo(200);
        assertThat(status("\"sub\":\"x\\ud83d\\ude00\",\"org\":\"\\ud83d\\ude00\""))
                .isEqualTo(200);

        assertThat(status("\"sub\":\"x\\ud800\"")).isEqualTo(401);
        assertThat(status("\"sub\":\"x\",\"org\":\"\\udc00\\ud800\"")).isEqualTo(401);
        assertThat(status("\"sub\":\"x\",\"org\":[\"x\",\"x\\ud800y\"]")).isEqualTo(401);
    }

    private int status(String members) throws Exception {
        return status("org", members);
    }

    private int status(String kept, String members) throws Exception {
        Issuer issuer = new Issuer("1");
        Files.writeString(directory.resolve("keys.json"), issuer.keys());
        String claims = Issuer.claims().subject(null).build().toString().replaceFirst("\\{", "");
        try (FilterHarness harness = FilterHarness.of(
                JwtFilter.class, Issuer.CONFIGURATION + "claims: { org: " + kept + " }", new TestContext(directory))) {
            return harness.request("GET", "/")
                    .header("Authorization", "Bearer " + issuer.edDsa("{" + members + "," + claims))
                    .upstream(200, "application/json", "{}")
                    .send()
                    .status();
        }
    }

    @Test
    void keepsClaimsForLaterFilters() throws Exception {
        JWTClaimsSet claims = Issuer.claims()
                .claim("preferred_username", "alice@example")
                .claim("realm_access", Map.of("roles", List.of("reader", "writer")))
                .claim("mixed", List.of("acme", Map.of("no", "text")))
                .claim("more", List.of("acme", List.of("globex")))
                .claim("org", "acme")
                .claim("level", 3)
                .build();

        Principal principal = principal(
                "name: preferred_username\nclaims: { roles: realm_access.roles, org: org, level: level, none: x.y, mixed: mixed, more: more }",
                claims);

        assertThat(principal)
                .isEqualTo(new Principal(
                        "alice@example",
                        "jwt",
                        Map.of("roles", List.of("reader", "writer"), "org", List.of("acme"), "level", List.of("3"))));
    }
}
