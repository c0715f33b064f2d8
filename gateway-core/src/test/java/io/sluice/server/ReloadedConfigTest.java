package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.config.ConfigChange;
import io.sluice.config.ConfigRenderer;
import io.sluice.plugin.FilterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A configuration file that is read again and again. */
@Tag("slow")
class ReloadedConfigTest {
    private static final String YAML = ReloadedGateway.YAML;

    @TempDir
    Path directory;

    private ReloadedGateway start(String yaml) throws Exception {
        return ReloadedGateway.in(directory, yaml);
    }

    @Test
    void saysWhatAReloadWouldChangeAndChangesNothing() throws Exception {
        try (ReloadedGateway gateway = start(YAML)) {
            // When
            gateway.write(YAML.replace("drain: 1s", "drain: 2s")
                    .replace("name: http", "name: web")
                    .replace("relay: { cluster: primary }", "relay: { cluster: primary, bulk: { groupBy: none } }"));
            List<ConfigChange> changes =
                    ReloadedGateway.changes(gateway.reloads().tryDiff());

            // Then
            assertThat(changes)
                    .extracting(change -> change.section() + " " + change.name() + " " + change.kind())
                    .containsExactly(
                            "listeners http REMOVED",
                            "listeners web ADDED",
                            "routes http REMOVED",
                            "routes web ADDED",
                            "flows default CHANGED",
                            "process  CHANGED");
            assertThat(gateway.gateway().generation()).isOne();
            assertThat(gateway.gateway().address("http")).isNotNull();
        }
    }

    @Test
    void seesThatASecretChangedAndShowsNeither() throws Exception {
        try (ReloadedGateway gateway = start(YAML)) {
            // When
            List<ConfigChange> changes = ReloadedGateway.changes(gateway.reload(YAML.replace("${SECRET}", "an0ther")));

            // Then
            assertThat(changes).singleElement().satisfies(change -> {
                assertThat(change.section()).isEqualTo("clusters");
                assertThat(change.keys()).containsExactly(new ConfigChange.Key("auth.password", "\"***\"", "\"***\""));
            });
        }
    }

    @Test
    void goesBackStepByStep() throws Exception {
        try (ReloadedGateway gateway = start(YAML)) {
            // Given
            gateway.reload(YAML.replace("drain: 1s", "drain: 2s"));
            gateway.reload(YAML.replace("drain: 1s", "drain: 3s"));

            // When / Then
            for (int seconds : new int[] {2, 1}) {
                assertThat(gateway.reloads().tryRollback()).isInstanceOf(ReloadOutcome.Done.class);
                assertThat(gateway.gateway().config().process().drain()).isEqualTo(Duration.ofSeconds(seconds));
            }
            assertThat(gateway.reloads().tryRollback()).isInstanceOf(ReloadOutcome.Refused.class);
            assertThat(gateway.gateway().generation()).isEqualTo(5);
        }
    }

    @Test
    void keepsABoundedNumberOfConfigurations() throws Exception {
        try (ReloadedGateway gateway = start(YAML)) {
            for (int i = 0; i < 15; i++) {
                gateway.reload(YAML.replace("drain: 1s", "drain: " + (i + 2) + "s"));
            }
            assertThat(gateway.reloads().kept()).hasSize(10);
            assertThat(gateway.reloads().kept().getFirst().generation()).isEqualTo(16);
        }
    }

    @Test
    void reloadsOfAnUnchangedFileLeaveTheEarlierConfigurationToGoBackTo() throws Exception {
        try (ReloadedGateway gateway = start(YAML)) {
            // Given
            gateway.reload(YAML.replace("drain: 1s", "drain: 2s"));

            // When
            for (int i = 0; i < 12; i++) {
                gateway.reloads().reload("a certificate was renewed");
            }

            // Then
            assertThat(gateway.reloads().kept())
                    .extracting(KeptConfig::generation, KeptConfig::reason)
                    .containsExactly(tuple(14, "a certificate was renewed"), tuple(1, "start"));
            assertThat(gateway.reloads().tryRollback()).isInstanceOf(ReloadOutcome.Done.class);
            assertThat(gateway.gateway().config().process().drain()).isEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void takesOverAWatchedFile() throws Exception {
        String watched = YAML.replace("drain: 1s", "drain: 1s, reload: { watch: true, every: 20ms }");
        try (ReloadedGateway gateway = start(watched);
                ConfigWatch watch =
                        new ConfigWatch(gateway.gateway(), gateway.reloads(), directory.resolve("gateway.yml"))) {
            // Given
            watch.start();
            Awaitility.await()
                    .during(Duration.ofMillis(200))
                    .until(() -> gateway.gateway().generation() == 1);

            // When
            gateway.write(watched.replace("drain: 1s", "drain: 2s"));

            // Then
            Awaitility.await().until(() -> gateway.gateway().generation() == 2);

            // When
            gateway.write(watched.replace("drain: 1s", "drain: never"));
            Awaitility.await().until(() -> gateway.scrape().contains("reloads_total{result=\"refused\"} 1.0"));

            // Then
            Awaitility.await("a refused file is not tried again")
                    .during(Duration.ofMillis(200))
                    .untilAsserted(() -> assertThat(gateway.scrape())
                            .contains("reloads_total{result=\"refused\"} 1.0", "reloads_total{result=\"done\"} 1.0"));
        }
    }

    @Test
    void takesOverAFileThatChangedBeforeItWasWatched() throws Exception {
        String watched = YAML.replace("drain: 1s", "drain: 1s, reload: { watch: true, every: 20ms }");
        try (ReloadedGateway gateway = start(watched);
                ConfigWatch watch =
                        new ConfigWatch(gateway.gateway(), gateway.reloads(), directory.resolve("gateway.yml"))) {
            gateway.write(watched.replace("drain: 1s", "drain: 2s"));

            watch.start();

            Awaitility.await().until(() -> gateway.gateway().generation() == 2);
            assertThat(gateway.gateway().config().process().drain()).isEqualTo(Duration.ofSeconds(2));
        }
    }

    @Test
    void readsAFileAgainThatWasPutBackWhileAnotherWasTakenOver() throws Exception {
        String watched = YAML.replace("drain: 1s", "drain: 1s, reload: { watch: true, every: 20ms }");
        AtomicBoolean toBePutBack = new AtomicBoolean(true);
        try (ReloadedGateway gateway = start(watched)) {
            Path file = directory.resolve("gateway.yml");
            ConfigSource source = new ConfigSource(file, Map.of("SECRET", "s3cret"), (plugins, earlier) -> {
                if (toBePutBack.getAndSet(false)) {
                    gateway.writeUnchecked(watched);
                }
                return FilterRegistry.of();
            });
            Reloads reloads = new Reloads(gateway.gateway(), source, watched, InstantSource.system());
            try (ConfigWatch watch = new ConfigWatch(gateway.gateway(), reloads, file)) {
                watch.look();
                watch.look();
                gateway.write(watched.replace("drain: 1s", "drain: 2s"));
                reloads.reload("test");

                watch.look();
                watch.look();

                assertThat(gateway.gateway().config().process().drain()).isEqualTo(Duration.ofSeconds(1));
            }
        }
    }

    @Test
    void leavesARollbackThatBeginsToWatch() throws Exception {
        String watched = YAML.replace("drain: 1s", "drain: 1s, reload: { watch: true, every: 20ms }");
        try (ReloadedGateway gateway = start(watched);
                ConfigWatch watch =
                        new ConfigWatch(gateway.gateway(), gateway.reloads(), directory.resolve("gateway.yml"))) {
            gateway.reload(YAML);
            watch.start();

            gateway.reloads().tryRollback();

            Awaitility.await()
                    .during(Duration.ofMillis(200))
                    .until(() -> gateway.gateway().generation() == 3);
        }
    }

    @Test
    void doesNotTakeOverAgainAFileThatARollbackLeftBehind() throws Exception {
        try (ReloadedGateway gateway = start(YAML)) {
            // Given
            gateway.reload(YAML.replace("drain: 1s", "drain: 2s"));
            gateway.reloads().tryRollback();

            // When
            gateway.reloads().reloadIfUnread("a look at the file");

            // Then
            assertThat(gateway.gateway().generation()).isEqualTo(3);
            assertThat(gateway.gateway().config().process().drain()).isEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void makesOneChangeAtATime() throws Exception {
        // Given
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (ReloadedGateway gateway = start(YAML)) {
            ConfigSource slow = new ConfigSource(
                    directory.resolve("gateway.yml"), Map.of("SECRET", "s3cret"), (plugins, earlier) -> {
                        begun.countDown();
                        Awaitility.await().until(() -> goOn.getCount() == 0);
                        return FilterRegistry.of();
                    });
            Reloads reloads = new Reloads(gateway.gateway(), slow, YAML, InstantSource.system());
            FutureTask<ReloadOutcome> first = new FutureTask<>(() -> reloads.reload("first"));
            Thread.ofVirtual().start(first);
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();

            // When
            List<ReloadOutcome> others = List.of(reloads.tryReload("second"), reloads.tryRollback(), reloads.tryDiff());

            // Then
            assertThat(others).allSatisfy(other -> assertThat(other).isInstanceOf(ReloadOutcome.Busy.class));
            goOn.countDown();
            assertThat(first.get(10, TimeUnit.SECONDS)).isInstanceOf(ReloadOutcome.Done.class);
            assertThat(gateway.gateway().generation()).isEqualTo(2);
        }
    }

    /** Whatever is done to the file, the gateway answers, and is afterwards what a fresh start with the last good file is. */
    @Test
    void isAfterAnyMutationsWhatAFreshStartWouldBe() throws Exception {
        long seed = Long.getLong("sluice.fuzz.seed", System.nanoTime());
        int rounds = Integer.getInteger("sluice.reload.mutations", 150);
        Random random = new Random(seed);
        String good = YAML;
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                ReloadedGateway gateway = start(YAML.replace("127.0.0.1:1\"", "127.0.0.1:" + node.port() + "\""))) {
            good = YAML.replace("127.0.0.1:1\"", "127.0.0.1:" + node.port() + "\"");
            int taken = 0;
            for (int i = 0; i < rounds; i++) {
                String mutated = mutate(good, random);
                if (gateway.reload(mutated) instanceof ReloadOutcome.Done) {
                    good = mutated;
                    taken++;
                }
                String context = "seed " + seed + ", round " + i + ":\n" + mutated;
                String answer = gateway.get("/");
                if (hasFreePortsOnly(gateway)) {
                    assertEqualToAFreshStart(gateway, good, answer, context);
                }
            }
            System.out.println("seed " + seed + ": " + taken + " of " + rounds + " mutated files were taken over");
            assertThat(taken).isBetween(1, rounds - 1);
            gateway.awaitClosed();
        }
    }

    // Two gateways cannot have the same port.
    private static boolean hasFreePortsOnly(ReloadedGateway gateway) {
        return gateway.gateway().config().listeners().stream()
                .allMatch(listener -> listener.bind().port() == 0);
    }

    private void assertEqualToAFreshStart(ReloadedGateway gateway, String good, String answer, String context)
            throws Exception {
        Path fresh = directory.resolve("fresh.yml");
        try (ReloadedGateway other = new ReloadedGateway(fresh, directory.resolve("none"), good)) {
            assertThat(ConfigRenderer.json(gateway.gateway().config()))
                    .as(context)
                    .isEqualTo(ConfigRenderer.json(other.gateway().config()));
            assertThat(state(gateway)).as(context).isEqualTo(state(other));
            // A mutated node's address may lead nowhere: then it does so for both.
            assertThat(answer.substring(0, 3))
                    .as(context)
                    .isEqualTo(other.get("/").substring(0, 3));
        }
    }

    private static List<String> state(ReloadedGateway gateway) {
        List<String> state = new ArrayList<>();
        gateway.gateway()
                .clusters()
                .forEach(cluster -> state.add(cluster.cluster().name() + " "
                        + cluster.cluster().config().pool() + cluster.cluster().nodes()));
        gateway.gateway()
                .config()
                .listeners()
                .forEach(listener ->
                        state.add(listener.name() + " " + (gateway.gateway().address(listener.name()) != null)));
        return state;
    }

    private static final String[][] EDITS = {
        {"drain: 1s", "drain: 2s"},
        {"drain: 2s", "drain: 1s"},
        {"eventLoops: 1", "eventLoops: 2"},
        {"discovery: { enabled: false }", "discovery: { enabled: false }, pool: { maxConnectionsPerNode: 5 }"},
        {"maxConnectionsPerNode: 5", "maxConnectionsPerNode: 6"},
        {"maxConnectionsPerNode: 6", "maxConnectionsPerNode: 5"},
        {"routes: [{ flow: default }] }", "routes: [{ flow: default }], limits: { connections: 50 } }"},
        {"connections: 50", "connections: 51"},
        {
            "listeners: [",
            "listeners: [{ name: more, bind: \"127.0.0.1:0\", routes: [{ match: { methods: [PUT] }, flow: default }, { flow: default }] }, "
        },
        {"name: more,", "name: other,"},
        {"relay: { cluster: primary }", "relay: { cluster: primary, bulk: { groupBy: none } }"},
        {", bulk: { groupBy: none }", ""},
        {"primary", "secondary"},
        {"secondary", "primary"},
        {"username: u", "username: v"},
    };

    // Edits that mean something, and bytes that mean nothing.
    private static String mutate(String yaml, Random random) {
        if (random.nextInt(3) > 0) {
            String[] edit = EDITS[random.nextInt(EDITS.length)];
            return yaml.replace(edit[0], edit[1]);
        }
        int at = random.nextInt(yaml.length());
        return switch (random.nextInt(3)) {
            case 0 -> yaml.substring(0, at) + yaml.substring(Math.min(yaml.length(), at + 1 + random.nextInt(5)));
            case 1 -> yaml.substring(0, at) + (char) (' ' + random.nextInt(95)) + yaml.substring(at);
            default -> yaml.substring(0, at);
        };
    }
}
