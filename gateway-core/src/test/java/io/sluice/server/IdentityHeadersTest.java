package io.sluice.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the gateway says who it is, a client cannot say that the request is somebody else's. */
class IdentityHeadersTest {

    private static final String INJECTED = "\n    auth: { username: gateway, password: secret, inject: true }";

    private static final List<String> NAMES = List.of(
            "es-security-runas-user",
            "es-secondary-authorization",
            "es-secondary-x-client-authentication",
            "ES-Client-Authentication",
            "X-Client-Authentication",
            "x-proxy-user",
            "X-Proxy-Roles",
            "x-proxy-ext-spaces",
            "opendistro_security_impersonate_as",
            "sg_impersonate_as",
            "securitytenant",
            "security_tenant",
            "sgtenant",
            "sg_tenant",
            "X-Forwarded-User",
            "X-Forwarded-Groups",
            "X-Remote-User",
            "Remote-User",
            "X-Auth-Request-Email",
            "x-ror-impersonating",
            "_xpack_security_authentication",
            "_opendistro_security_user");

    private static TestGateway gateway(TestNode node, String auth) throws Exception {
        return new TestGateway(
                TestGateway.yaml("", "nodes: [" + node.address() + "]\n    discovery: { enabled: false }" + auth));
    }

    private static String relayed(TestNode node, TestGateway gateway, String target, String headers) throws Exception {
        try (Socket client = gateway.connect()) {
            client.getOutputStream()
                    .write(("GET " + target + " HTTP/1.1\r\nhost: a\r\nconnection: close\r\n" + headers + "\r\n")
                            .getBytes(US_ASCII));
            client.getInputStream().readAllBytes();
        }
        return node.requests().stream()
                .filter(request -> request.line().contains(" " + target + " "))
                .map(IdentityHeadersTest::head)
                .findFirst()
                .orElseThrow();
    }

    private static String head(TestNode.Request request) {
        return "\r\n" + String.join("\r\n", request.headers()).toLowerCase(Locale.ROOT);
    }

    private static String fields(String change) {
        return NAMES.stream()
                .map(name -> switch (change) {
                    case "upper" -> name.toUpperCase(Locale.ROOT);
                    case "lower" -> name.toLowerCase(Locale.ROOT);
                    case "underscores" -> name.replace('-', '_');
                    case "hyphens" -> name.replace('_', '-');
                    default -> name;
                })
                .map(name -> name + ": mallory\r\n" + name + ": again\r\n")
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @ValueSource(strings = {"as they are", "upper", "lower", "underscores", "hyphens"})
    void areLeftOutBesideTheGatewaysOwnCredentials(String change) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(node, INJECTED)) {
            String sent = relayed(
                    node, gateway, "/x", fields(change) + "authorization: Basic bWFsbG9yeQ==\r\nx-opaque-id: kept\r\n");

            assertThat(sent)
                    .contains("authorization: basic z2f0zxdhetpzzwnyzxq=", "x-opaque-id: kept")
                    .doesNotContain("mallory", "again", "bwfsbg9yeq");
        }
    }

    @Test
    void areTheClientsToSendBesideItsOwnCredentials() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(node, "")) {
            String sent = relayed(node, gateway, "/x", fields("as they are"));

            assertThat(NAMES).allMatch(name -> sent.contains("\r\n" + name.toLowerCase(Locale.ROOT) + ": mallory"));
        }
    }

    @Test
    void areLeftOutOfThePartsOfABulkToo() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway =
                        Bulks.gatewayWith(INJECTED.strip().indent(4).stripTrailing(), "", one, two)) {
            for (int items : new int[] {2, 200}) {
                var request = gateway.request("/logs/_bulk")
                        .header("Content-Type", "application/x-ndjson")
                        .header("es-security-runas-user", "mallory")
                        .header("X-Proxy-User", "mallory")
                        .POST(java.net.http.HttpRequest.BodyPublishers.ofString(Bulks.items(0, items)))
                        .build();
                assertThat(gateway.send(request).statusCode()).isEqualTo(200);
            }

            for (TestNode node : List.of(one, two)) {
                assertThat(BulkNode.bulks(node))
                        .isNotEmpty()
                        .allSatisfy(request -> assertThat(head(request))
                                .contains("authorization: basic")
                                .doesNotContain("mallory"));
            }
        }
    }
}
