package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class TenantCommandTest {
    private static final String TABLE = "{\"table\":\"first/sluice-places\",\"version\":4,\"tenants\":[%s],"
            + "\"gateways\":[{\"id\":\"g1\",\"name\":\"flows.default.filters[0]\",\"leaving\":false},"
            + "{\"id\":\"g2\",\"name\":\"flows.default.filters[0]\",\"leaving\":true}]}";
    private static final String CLOSED =
            "{\"tenant\":\"acme\",\"place\":\"default\",\"state\":\"closed\",\"version\":4,\"awaited\":%s}";
    private static final String MOVING =
            "{\"tenant\":\"acme\",\"place\":\"%s\",\"state\":\"copying\",\"version\":4,\"awaited\":[],"
                    + "\"other\":\"%s\",\"goal\":\"large\",\"progress\":{\"step\":\"copies\",\"documents\":7,\"differing\":1,\"problem\":%s}}";

    private static final String OPEN =
            "{\"tenant\":\"acme\",\"place\":\"large\",\"state\":\"open\",\"version\":%d,\"awaited\":%s}";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> rows = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/tenants", exchange -> {
            String target = exchange.getRequestURI().toString();
            asked.add(exchange.getRequestMethod() + " " + target);
            String row = rows.size() > 1 ? rows.removeFirst() : rows.getFirst();
            String table = TABLE.formatted(row);
            byte[] body = (target.equals("/tenants") ? "{\"tables\":[" + table + "]}" : table)
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int tenant(String... more) {
        List<String> arguments = new ArrayList<>(List.of("tenant"));
        arguments.addAll(List.of(more));
        arguments.addAll(
                List.of("--admin", "http://127.0.0.1:" + server.getAddress().getPort()));
        String[] all = arguments.toArray(String[]::new);
        CommandLine sluice = Sluice.commandLine(all);
        sluice.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return sluice.execute(all);
    }

    @Test
    void listsTenantsAndGateways() {
        rows.add(CLOSED.formatted("[\"g1\"]"));

        assertThat(tenant("list")).isZero();

        assertThat(out.toString())
                .contains("table first/sluice-places, version 4", "acme", "default", "closed", "silent, is taken out");
    }

    @Test
    void waitsUntilATenantIsClosedAtAllGateways() {
        rows.addAll(List.of(CLOSED.formatted("[\"g1\",\"g2\"]"), CLOSED.formatted("[\"g2\"]"), CLOSED.formatted("[]")));

        assertThat(tenant("close", "acme")).isZero();

        assertThat(asked).containsExactly("POST /tenants/acme/close", "GET /tenants", "GET /tenants");
        assertThat(out.toString()).contains("tenant acme is closed at all gateways");
    }

    @Test
    void doesNotCloseATenantAgainWhomSomebodyElseHasOpened() {
        rows.addAll(List.of(CLOSED.formatted("[\"g1\"]"), OPEN.formatted(5, "[]")));

        assertThat(tenant("close", "acme")).isEqualTo(1);

        assertThat(asked).containsExactly("POST /tenants/acme/close", "GET /tenants");
        assertThat(err.toString()).contains("another order for tenant acme came meanwhile");
    }

    @Test
    void doesNotCallATenantClosedWhomSomebodyElseHasOpenedAtOnce() {
        rows.add(OPEN.formatted(5, "[]"));

        assertThat(tenant("close", "acme")).isEqualTo(1);

        assertThat(out.toString()).isEmpty();
    }

    @Test
    void waitsForTheLastCopiesOfAMoveThatIsFinished() {
        rows.addAll(
                List.of(OPEN.formatted(5, "[\"g1\",\"g2\"]"), OPEN.formatted(5, "[\"g2\"]"), OPEN.formatted(5, "[]")));

        assertThat(tenant("finish", "acme")).isZero();

        assertThat(asked).containsExactly("POST /tenants/acme/finish", "GET /tenants", "GET /tenants");
        assertThat(out.toString()).isEqualTo("tenant acme is in large for good\n");
    }

    @Test
    void doesNotCallAMoveFinishedIfAnotherOrderCameMeanwhile() {
        rows.addAll(List.of(OPEN.formatted(5, "[\"g1\"]"), OPEN.formatted(6, "[]")));

        assertThat(tenant("finish", "acme")).isEqualTo(1);

        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("another order for tenant acme came meanwhile");
    }

    @Test
    void tellsWhereLastCopiesAreStillAwaited() {
        rows.add(OPEN.formatted(5, "[\"g1\"]"));

        assertThat(tenant("status", "acme")).isZero();

        assertThat(out.toString())
                .contains("tenant acme is open in large; earlier requests may be in flight at 1 gateway");
    }

    @Test
    void waitsUntilATenantIsInItsNewPlace() {
        rows.addAll(List.of(
                MOVING.formatted("default", "large", "null"),
                MOVING.formatted("default", "large", "null"),
                MOVING.formatted("large", "default", "null")));

        assertThat(tenant("move", "acme", "--to", "large")).isZero();

        assertThat(asked).containsExactly("POST /tenants/acme/move?place=large", "GET /tenants", "GET /tenants");
        assertThat(out.toString())
                .contains(
                        "tenant acme is copying in default, copies go to large, is to be in large; copies, 7 documents")
                .endsWith("tenant acme is in large\n")
                .containsOnlyOnce("is copying");
    }

    /** A script would go on and delete the documents in the place where the tenant is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tenant\":\"acme\",\"place\":\"default\",\"state\":\"copying\",\"awaited\":[],\"goal\":\"default\"}",
                "{\"tenant\":\"acme\",\"place\":\"default\",\"state\":\"open\",\"awaited\":[]}"
            })
    void failsIfATenantThatIsMovedWasCalledBackMeanwhile(String calledBack) {
        rows.addAll(List.of(MOVING.formatted("default", "large", "null"), calledBack));

        assertThat(tenant("move", "acme", "--to", "large")).isEqualTo(1);

        assertThat(err.toString()).contains("tenant acme is in default, not in large: another order came meanwhile");
    }

    @Test
    void failsIfATenantThatIsBroughtBackWasOrderedAwayMeanwhile() {
        String back = "{\"tenant\":\"acme\",\"place\":\"large\",\"awaited\":[],\"goal\":\"default\"}";
        rows.addAll(List.of(back, MOVING.formatted("large", "default", "null")));

        assertThat(tenant("back", "acme")).isEqualTo(1);

        assertThat(err.toString()).contains("tenant acme is in large, not in default: another order came meanwhile");
    }

    /** The gateway took the order, and had nothing to change. */
    @Test
    void isThroughWithATenantInNoLineWhoIsInThePlaceAlready() {
        rows.add(CLOSED.formatted("[]").replace("acme", "other"));

        assertThat(tenant("move", "acme", "--to", "default")).isZero();

        assertThat(out.toString()).isEqualTo("tenant acme is in default\n");
    }

    @ParameterizedTest
    @CsvSource({"null, 0", "'\"an index is closed\"', 1"})
    void tellsWhetherSomethingKeepsAMoveFromGoingOn(String problem, int code) {
        rows.add(MOVING.formatted("default", "large", problem));

        assertThat(tenant("status", "acme")).isEqualTo(code);

        assertThat(out.toString().contains("cannot go on: an index is closed")).isEqualTo(code == 1);
    }

    @ParameterizedTest
    @CsvSource({
        "finish acme, /tenants/acme/finish",
        "back acme --table a/b, /tenants/acme/back?table=a/b",
        "open acme --in large, /tenants/acme/open?place=large",
        "open acme, /tenants/acme/open"
    })
    void asksTheGateway(String command, String page) {
        rows.add(MOVING.formatted("large", "default", "null"));

        assertThat(tenant(command.split(" "))).isZero();

        assertThat(asked).containsExactly("POST " + page);
    }

    @ParameterizedTest
    @CsvSource({"close a/b", "move acme --to a?b", "open acme --in a&b", "move acme", "back acme --table a?b"})
    void refusesNamesThatNobodyCanHave(String command) {
        rows.add(CLOSED.formatted("[]"));

        assertThat(tenant(command.split(" "))).isEqualTo(2);

        assertThat(asked).isEmpty();
    }
}
