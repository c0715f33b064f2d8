package io.sluice.filters.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientCertificateFilterTest {

    private static FilterHarness harness(String config) {
        return FilterHarness.of(ClientCertificateFilter.class, config);
    }

    private static CertificateBuilder of(String subject) {
        return new CertificateBuilder().subject(subject).ecp256().setIsCertificateAuthority(true);
    }

    private static HarnessResult send(FilterHarness harness, CertificateBuilder shown) throws Exception {
        X509Certificate certificate = shown.buildSelfSigned().getCertificate();
        return harness.request("GET", "/logs/_search")
                .fact(ExchangeKey.CLIENT_CERTIFICATE, certificate)
                .send();
    }

    @Test
    void namesTheUserByTheCommonNameUnlessToldOtherwise() throws Exception {
        HarnessResult result = send(harness("{}"), of("CN=alice,OU=search,O=Acme"));

        assertThat(result.relayed()).isTrue();
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isEqualTo(new Principal("alice", "client-certificate"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[subject] | CN=alice,OU=search,O=Acme",
                "[organization] | Acme",
                "[organizational_unit] | search",
                "[organizational-unit] | search",
                "[email] | alice@example.org",
                "[dns] | alice.example",
                "[uri] | spiffe://example.org/alice",
                "[uri, email] | spiffe://example.org/alice",
            })
    void namesTheUserByAPartOfTheCertificate(String parts, String name) throws Exception {
        CertificateBuilder certificate = of("CN=alice,OU=search,O=Acme")
                .addSanRfc822Name("alice@example.org")
                .addSanDnsName("alice.example")
                .addSanUriName("spiffe://example.org/alice");

        HarnessResult result = send(harness("name: " + parts), certificate);

        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isEqualTo(new Principal(name, "client-certificate"));
    }

    @Test
    void takesTheFirstPartThatIsThere() throws Exception {
        HarnessResult result = send(harness("name: [uri, email, common_name]"), of("CN=alice"));

        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isEqualTo(new Principal("alice", "client-certificate"));
    }

    @Test
    void takesNoSubjectOfACertificateThatHasNone() throws Exception {
        X509Bundle authority = of("CN=authority").buildSelfSigned();
        X509Certificate certificate = new CertificateBuilder()
                .subject("")
                .ecp256()
                .addSanUriName("spiffe://example.org/alice")
                .buildIssuedBy(authority)
                .getCertificate();

        for (String config : List.of("name: [subject, uri]", "name: [uri]\nclaims: { dn: subject }")) {
            HarnessResult result = harness(config)
                    .request("GET", "/logs/_search")
                    .fact(ExchangeKey.CLIENT_CERTIFICATE, certificate)
                    .send();

            assertThat(result.fact(ExchangeKey.PRINCIPAL))
                    .isEqualTo(new Principal("spiffe://example.org/alice", "client-certificate"));
        }
    }

    @Test
    void keepsClaims() throws Exception {
        HarnessResult result = send(
                harness("claims: { tenant: organization, roles: organizational_unit, mail: email }"),
                of("CN=alice,OU=writers,OU=readers,O=Acme"));

        assertThat(result.fact(ExchangeKey.PRINCIPAL))
                .isEqualTo(new Principal(
                        "alice",
                        "client-certificate",
                        Map.of("tenant", List.of("Acme"), "roles", List.of("readers", "writers"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "O=Acme",
                "CN=alice,CN=bob",
                "CN=alice+CN=bob",
                "CN=alice\\0A",
                "CN=alice\\00.example",
                "CN=\\20",
                "CN=#0203010203"
            })
    void refusesCertificatesThatNameNoUserOrTwo(String subject) throws Exception {
        FilterHarness harness = harness("{}");

        HarnessResult result = send(harness, of(subject));

        assertThat(result.status()).isEqualTo(403);
        assertThat(result.body()).contains("security_exception").doesNotContain("alice");
        assertThat(harness.context().meters().count("refused_certificates")).isEqualTo(1);
    }

    /** Java reads each of them as U+FFFD, so two such users would be one. */
    @Test
    void refusesNamesWithBytesThatAreNoText() throws Exception {
        byte[] encoded = of("CN=al_xce").buildSelfSigned().getCertificate().getEncoded();
        String text = new String(encoded, StandardCharsets.ISO_8859_1).replace("al_xce", "al_\u00ffce");
        X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));

        for (String name : List.of("common_name", "subject")) {
            HarnessResult result = harness("name: [" + name + "]")
                    .request("GET", "/logs/_search")
                    .fact(ExchangeKey.CLIENT_CERTIFICATE, certificate)
                    .send();

            assertThat(result.status()).isEqualTo(403);
        }
    }

    @Test
    void readsNoCommaOfAnEscapedNameAsItsEnd() throws Exception {
        HarnessResult result = send(harness("claims: { tenant: organization }"), of("CN=alice\\,O\\=Globex,O=Acme"));

        assertThat(result.fact(ExchangeKey.PRINCIPAL))
                .isEqualTo(new Principal("alice,O=Globex", "client-certificate", Map.of("tenant", List.of("Acme"))));
    }

    @Test
    void passesRequestsWithoutCertificateOnlyWhereThatIsSaid() {
        assertThat(harness("{}").request("GET", "/").send().status()).isEqualTo(403);
        HarnessResult result = harness("optional: true").request("GET", "/").send();
        assertThat(result.relayed()).isTrue();
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
    }

    @Test
    void refusesHeadersThatClaimACertificate() {
        HarnessResult result = harness("{}")
                .request("GET", "/")
                .header("X-Client-Cert", "CN=alice")
                .header("X-SSL-Client-S-DN", "CN=alice")
                .header("Client-Cert", ":MIIB:")
                .send();

        assertThat(result.status()).isEqualTo(403);
    }

    @Test
    void needsAPart() {
        assertThatThrownBy(() -> harness("name: []")).hasMessageContaining("name needs a part");
        assertThatThrownBy(() -> harness("name: [surname]")).hasMessageContaining("surname");
    }
}
