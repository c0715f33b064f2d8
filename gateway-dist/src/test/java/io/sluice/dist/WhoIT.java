package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every source of users with every source of tenants and every key of limits, in a gateway with the real filters: the user reaches the node
 * as who it is, the tenant is the right one, and the limit counts by the right key. The page {@code who.md} says the same; with
 * {@code -Dsluice.docs.update=true} it is written anew.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class WhoIT {

    private static final Path PAGE = Path.of("..", "docs", "who.md");
    private static final int NO_TENANT = 403;
    private static final int LIMITED = 429;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path files;

    private WhoIdentity identity;
    private WhoNode node;
    private WhoGateway gateway;

    @ParameterizedTest
    @EnumSource(WhoIdentity.class)
    void knowsUserAndTenantAndCountsByTheRightKey(WhoIdentity each) throws Exception {
        identity = each;
        List<String> rows = new ArrayList<>();
        try (WhoCredentials credentials = new WhoCredentials(files);
                WhoNode started = new WhoNode();
                WhoGateway front = new WhoGateway(each, credentials, started, files)) {
            node = started;
            gateway = front;
            for (WhoTenants tenants : WhoTenants.values()) {
                StringBuilder row = new StringBuilder("| " + each.type() + " | " + tenants.label());
                for (WhoLimits limits : WhoLimits.values()) {
                    row.append(" | ").append(tried(tenants, limits));
                }
                rows.add(row + " |");
            }
            refusesWhoIsNobody();
            believesNoHeaderOfStrangers();
        }
        assertThat(documented(rows)).isEqualTo(rows);
    }

    private String tried(WhoTenants tenants, WhoLimits limits) throws Exception {
        if (tenants.tenant(identity, WhoAsks.ALL.getFirst()) == null) {
            for (WhoAsks asks : WhoAsks.ALL) {
                assertThat(gateway.send(tenants, limits, asks, ""))
                        .as(cell(tenants, limits, asks))
                        .isEqualTo(NO_TENANT);
            }
            assertThat(node.hasSeen()).isFalse();
            return "no tenant";
        }
        if (limits.isInFlight()) {
            countsInFlight(tenants, limits);
        } else {
            counts(tenants, limits);
        }
        return limits.outcome(identity);
    }

    private String cell(WhoTenants tenants, WhoLimits limits, WhoAsks asks) {
        return identity + " " + tenants + " " + limits + " " + asks;
    }

    // The first request of each key passes, no other does.
    private void counts(WhoTenants tenants, WhoLimits limits) throws Exception {
        Set<String> keys = new HashSet<>();
        Set<Integer> statuses = new HashSet<>();
        for (WhoAsks asks : WhoAsks.ALL) {
            int status = gateway.send(tenants, limits, asks, "");
            statuses.add(status);
            boolean passes = keys.add(key(tenants, limits, asks));
            assertThat(status).as(cell(tenants, limits, asks)).isEqualTo(passes ? 200 : LIMITED);
            assertReached(tenants, limits, asks, passes);
        }
        assertThat(keys).as(identity + " " + tenants + " " + limits).hasSizeGreaterThan(1);
        assertThat(statuses).containsExactlyInAnyOrder(200, LIMITED);
    }

    private String key(WhoTenants tenants, WhoLimits limits, WhoAsks asks) {
        return limits.key(identity, String.valueOf(tenants.tenant(identity, asks)), asks);
    }

    private void assertReached(WhoTenants tenants, WhoLimits limits, WhoAsks asks, boolean reached) {
        WhoNode.Seen expected = new WhoNode.Seen(
                "/" + tenants.tenant(identity, asks) + "." + asks.index() + "-x/_search",
                identity.namesUsers() ? asks.user() : null,
                tenants == WhoTenants.HEADER ? null : WhoTenants.FORGED);
        assertThat(node.next()).as(cell(tenants, limits, asks)).isEqualTo(reached ? expected : null);
    }

    // While one runs, others of its key are refused, and those of other keys pass.
    private void countsInFlight(WhoTenants tenants, WhoLimits limits) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        node.hold(latch);
        WhoAsks first = WhoAsks.ALL.getFirst();
        FutureTask<Integer> running = new FutureTask<>(() -> gateway.send(tenants, limits, first, WhoNode.holding()));
        // Not of the common pool, which the filters' HTTP clients use, too.
        Thread.ofPlatform().daemon().start(running);
        Awaitility.await().atMost(PATIENCE).until(() -> node.hasSeen());
        assertReached(tenants, limits, first, true);
        for (WhoAsks asks : WhoAsks.ALL) {
            boolean passes = !key(tenants, limits, asks).equals(key(tenants, limits, first));
            assertThat(gateway.send(tenants, limits, asks, ""))
                    .as(cell(tenants, limits, asks))
                    .isEqualTo(passes ? 200 : LIMITED);
            assertReached(tenants, limits, asks, passes);
        }
        latch.countDown();
        assertThat(running.get(60, TimeUnit.SECONDS)).isEqualTo(200);
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(gateway.send(tenants, limits, first, "")).isEqualTo(200));
        assertReached(tenants, limits, first, true);
    }

    private void refusesWhoIsNobody() throws Exception {
        WhoAsks alice = WhoAsks.ALL.getFirst();
        if (identity.isShownInHandshake()) {
            assertThatThrownBy(() -> gateway.sendForged(WhoTenants.HOST, WhoLimits.CLIENT, alice))
                    .isInstanceOfAny(IOException.class, StringIndexOutOfBoundsException.class);
        } else if (identity.namesUsers()) {
            assertThat(gateway.sendForged(WhoTenants.HOST, WhoLimits.CLIENT, alice.from("127.0.0.7")))
                    .isEqualTo(401);
        }
        assertThat(node.hasSeen()).isFalse();
    }

    private void believesNoHeaderOfStrangers() throws Exception {
        WhoAsks alice = WhoAsks.ALL.getFirst();

        assertThat(gateway.send(WhoTenants.HEADER, WhoLimits.CLIENT, alice.from("127.0.0.5"), ""))
                .isEqualTo(NO_TENANT);
        assertThat(node.hasSeen()).isFalse();
        // Another team in each request does not help whose headers do not count.
        WhoAsks stranger = alice.from("127.0.0.4");
        assertThat(gateway.send(WhoTenants.HEADER, WhoLimits.HEADER, stranger.ofTeam("green"), ""))
                .isEqualTo(200);
        assertThat(gateway.send(WhoTenants.HEADER, WhoLimits.HEADER, stranger.ofTeam("white"), ""))
                .isEqualTo(LIMITED);
    }

    private List<String> documented(List<String> rows) throws IOException {
        String begin = "| " + identity.type() + " | ";
        List<String> page = Files.readAllLines(PAGE);
        if (Boolean.getBoolean("sluice.docs.update")) {
            int at = (int)
                    page.stream().takeWhile(line -> !line.startsWith(begin)).count();
            page.removeIf(line -> line.startsWith(begin));
            page.addAll(at, rows);
            Files.write(PAGE, page);
        }
        return page.stream().filter(line -> line.startsWith(begin)).toList();
    }
}
