package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A tenant that tries every known escape from the {@code tenant} filter neither sees nor changes another tenant's data.
 * The attacks are in {@code src/test/resources/escape}. {@code -Dsluice.escape.only=REGEX} makes only those of such
 * names, {@code -Dsluice.escape.layout=REGEX} makes those on such layouts; {@code -Dsluice.escape.all=true} makes all
 * of them on both servers, and all of them at a server without a gateway.
 */
class TenantEscapeIT {

    /** The layouts that are attacked. */
    static final List<EscapeLayout> LAYOUTS = Stream.of(EscapeLayout.values())
            .filter(layout -> layout.id().matches(System.getProperty("sluice.escape.layout", ".*")))
            .toList();

    /** The listeners of {@code gateway.yml}. */
    private static final List<String> LISTENERS = List.of(
            "index-per-tenant",
            "shared",
            "nested",
            "by-host",
            "by-path",
            "by-header",
            "by-index",
            "mixed",
            "untrusted-header");

    private static final Pattern ONLY = Pattern.compile(System.getProperty("sluice.escape.only", ""));
    private static final boolean ALL = Boolean.getBoolean("sluice.escape.all");

    /** Unless all attacks run, one in this many does; each server gets different ones. */
    private static final int SAMPLE = 45;

    /** How many of the attacks are made where they must find something. */
    private static final int TEETH_SAMPLE = 150;

    /** So many of the attacks that are made for each parameter of each endpoint are taken where not all are. */
    private static final int SMUGGLED_SAMPLE = 40;

    private static final String MULTI_TENANT =
            "from: [{ principal: {} }], layouts: [{ indexPerTenant: { indices: [\"*\"] } }]";

    @TempDir
    Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void everyClauseOfWhatIsKnownIsAttacked() throws Exception {
        Set<String> covered = new TreeSet<>();
        List<EscapeAttack> all = new ArrayList<>(EscapeCorpus.attacks());
        all.addAll(EscapeCorpus.read("controls.yml"));
        all.forEach(attack -> covered.addAll(attack.covers()));
        for (JsonNode configuration : EscapeCorpus.configurations()) {
            configuration.path("covers").forEach(clause -> covered.add(clause.asText()));
        }
        assertThat(covered).isEqualTo(new TreeSet<>(EscapeCorpus.clauses().keySet()));
    }

    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void nothingOfAnotherTenantIsSeenOrChanged(ServerKind kind) throws Exception {
        try (DevCluster cluster = start(kind)) {
            for (EscapeLayout layout : LAYOUTS) {
                besiege(kind, layout, cluster);
            }
        }
    }

    private void besiege(ServerKind kind, EscapeLayout layout, DevCluster cluster) throws Exception {
        try (RunningGateway gateway = gateway(cluster, kind + "-" + layout.id())) {
            EscapeWorld world = worldOn(cluster, kind, layout);
            Map<String, URI> listeners = new HashMap<>();
            for (String listener : LISTENERS) {
                listeners.put(listener, gateway.address(listener));
            }
            listeners.put("", gateway.address(layout.id()));
            EscapeRun run = new EscapeRun(
                    listeners,
                    cluster.address(0),
                    new EscapeNames(layout, kind, cluster.address(0)),
                    new EscapeScan(layout));
            assertThat(controls(run, layout))
                    .as("what the tenant may do in %s", layout)
                    .isEmpty();
            assertThat(world.changes())
                    .as("what the tenant may do changes in %s", layout)
                    .isEmpty();
            world.restoreOwn();
            Map<String, String> before = world.dump();

            List<EscapeAttack> attacks = every(ALL ? 1 : SAMPLE, kind.ordinal(), attacksOn(layout));
            long begin = System.nanoTime();
            List<String> findings = new EscapeSiege(run, world).findingsOf(attacks);

            System.out.printf(
                    "%s %s: %d attacks in %d s, %d findings%n",
                    kind, layout, attacks.size(), (System.nanoTime() - begin) / 1_000_000_000, findings.size());
            assertThat(findings)
                    .as("ways out of %s, gateway: %s", layout, gateway.log())
                    .isEmpty();
            Map<String, String> after = world.dump();
            assertThat(after.keySet()).as("documents of others").isEqualTo(before.keySet());
            before.forEach((id, document) -> assertThat(after.get(id)).as(id).isEqualTo(document));
            assertThat(controls(run, layout))
                    .as("what the tenant may do afterwards, gateway: %s", gateway.log())
                    .isEmpty();
            assertThat(gateway.log()).doesNotContain("tenants could meet");
        }
    }

    /** Verifies the corpus: many of its attacks succeed directly against the server. */
    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void attacksHaveTeethWhereThereIsNoGateway(ServerKind kind) throws Exception {
        try (DevCluster cluster = start(kind)) {
            for (EscapeLayout layout : LAYOUTS) {
                if ((layout == EscapeLayout.NESTED) == (kind == ServerKind.ELASTICSEARCH_7)) {
                    bite(kind, layout, cluster);
                }
            }
        }
    }

    private void bite(ServerKind kind, EscapeLayout layout, DevCluster cluster) throws Exception {
        EscapeWorld world = worldOn(cluster, kind, layout);
        EscapeRun run = new EscapeRun(
                Map.of(),
                cluster.address(0),
                new EscapeNames(layout, kind, cluster.address(0)),
                new EscapeScan(layout));
        EscapeSiege siege = new EscapeSiege(run, world);
        List<EscapeAttack> written = every(ALL ? 1 : TEETH_SAMPLE, 0, on(layout, EscapeCorpus.attacks())).stream()
                .filter(attack -> attack.listener().isEmpty())
                .toList();
        assertBites(siege, written, 8, kind + " " + layout + ", written");
        if (ALL) {
            // Most values make no sense for most parameters.
            assertBites(siege, on(layout, SmuggledParameters.attacks()), 500, kind + " " + layout + ", generated");
        }
    }

    private static void assertBites(EscapeSiege siege, List<EscapeAttack> attacks, int oneOf, String what)
            throws Exception {
        int biting = siege.findingsOf(attacks).size();
        System.out.printf("%s, without a gateway: %d of %d attacks bite%n", what, biting, attacks.size());
        assertThat(biting).as("attacks that bite: %s", what).isGreaterThan(attacks.size() / oneOf);
    }

    @Test
    void configurationsThatAreNotMultiTenantAreRefused() throws Exception {
        Distribution distribution = Distribution.copyTo(directory.resolve("checked"));
        // What is wrong before a listener is found out only where the rest can be used.
        Map<Boolean, List<JsonNode>> configurations =
                EscapeCorpus.configurations().valueStream().collect(Collectors.partitioningBy(one -> one.has("bind")));

        assertThat(taken(distribution, configurations.get(false))).isEmpty();
        assertThat(taken(distribution, configurations.get(true))).isEmpty();
    }

    /** Those of which nothing is said when they are checked together, each for a flow, with one that may be. */
    private static List<String> taken(Distribution distribution, List<JsonNode> configurations) throws Exception {
        StringBuilder flows = new StringBuilder();
        StringBuilder listeners = new StringBuilder();
        for (int i = 0; i <= configurations.size(); i++) {
            JsonNode one = i == configurations.size() ? MissingNode.getInstance() : configurations.get(i);
            flows.append("  c%d: { filters: [{ type: tenant, config: { %s } }], relay: { cluster: primary } }%n"
                    .formatted(i, one.path("config").asText(MULTI_TENANT)));
            listeners.append("  - { name: c%d, bind: \"%s\", routes: [{ flow: c%d }] }%n"
                    .formatted(i, one.path("bind").asText("127.0.0.1:0"), i));
        }
        distribution.configure("""
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: ["http://127.0.0.1:9"] } }
                flows:
                %slisteners:
                %s""".formatted(flows, listeners));

        String output = distribution.command("check").output();

        assertThat(output).doesNotContain("flows.c" + configurations.size() + ".");
        return IntStream.range(0, configurations.size())
                .filter(i -> !output.contains("flows.c" + i + ".filters[0]"))
                .mapToObj(i -> configurations.get(i).path("name").asText() + ": " + output)
                .toList();
    }

    private List<String> controls(EscapeRun run, EscapeLayout layout) throws Exception {
        List<String> problems = new ArrayList<>();
        for (EscapeAttack control : EscapeCorpus.read("controls.yml")) {
            if (!control.layouts().contains(layout)) {
                continue;
            }
            List<String> found = new ArrayList<>();
            run.make(control, found);
            found.forEach(problem -> problems.add(control.name() + " " + problem));
        }
        return problems;
    }

    private static List<EscapeAttack> attacksOn(EscapeLayout layout) throws Exception {
        List<EscapeAttack> smuggled = SmuggledParameters.attacks();
        return Stream.of(EscapeCorpus.attacks(), every(ALL ? 1 : SMUGGLED_SAMPLE, 0, smuggled))
                .flatMap(attacks -> on(layout, attacks).stream())
                .toList();
    }

    private static List<EscapeAttack> on(EscapeLayout layout, List<EscapeAttack> attacks) {
        return attacks.stream()
                .filter(attack -> attack.layouts().contains(layout)
                        && ONLY.matcher(attack.name()).find())
                .toList();
    }

    private static List<EscapeAttack> every(int step, int from, List<EscapeAttack> attacks) {
        return IntStream.range(0, attacks.size())
                .filter(i -> i % step == from % step)
                .mapToObj(attacks::get)
                .toList();
    }

    private RunningGateway gateway(DevCluster cluster, String home) throws Exception {
        Distribution distribution = Distribution.copyTo(directory.resolve(home));
        String nodes =
                cluster.addresses().stream().map(uri -> "\"" + uri + "\"").collect(Collectors.joining(", "));
        Files.writeString(
                distribution.home().resolve("config/users.htpasswd"), EscapeCorpus.resource("users.htpasswd"));
        distribution.configure(EscapeCorpus.resource("gateway.yml").replace("@nodes@", nodes));
        return distribution.start();
    }

    // A server that is a process of its own may be another user's.
    private DevCluster start(ServerKind kind) throws IOException {
        Path attic = Files.createDirectories(directory.resolve("attic"));
        for (Path each : List.of(directory, attic)) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        return DevCluster.of(kind)
                .fastStart()
                .setting("path.repo", attic.toString())
                .start();
    }

    private EscapeWorld worldOn(DevCluster cluster, ServerKind kind, EscapeLayout layout) throws Exception {
        ServerPlaces server = new ServerPlaces(client, cluster.address(0));
        server.send(
                "PUT",
                "/_snapshot/attic",
                "{\"type\":\"fs\",\"settings\":{\"location\":\"" + directory.resolve("attic") + "\"}}");
        EscapeWorld world = new EscapeWorld(server, kind, layout);
        world.reset();
        return world;
    }
}
