package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.PluginLoader;
import io.sluice.server.ConfigSource;
import io.sluice.server.Gateway;
import io.sluice.server.ReloadOutcome;
import io.sluice.server.Reloads;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every filter of the distribution, with its own class loader, in a gateway whose configuration and jars change again and again under a
 * light load.
 */
class ReloadedFiltersIT {

    private static final int ROUNDS = 8;
    private static final int BUDGET = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final List<WhoIdentity> IDENTITIES = List.of(
            WhoIdentity.BASIC_AUTH, WhoIdentity.API_KEY, WhoIdentity.JWT, WhoIdentity.LDAP, WhoIdentity.FORWARD_AUTH);

    /** The same in each flow; numbers in it change when the configuration does. */
    private static final String COMMON = """
            { type: access-log, config: { file: access.log, queue: %1$d } },
            %2$s
            { type: client-certificate, config: { optional: true, claims: { turn%1$d: email } } },
            { type: access, config: { otherwise: allow, rules: [{ deny: { paths: ["/denied/_search"] } }, { deny: { paths: ["/turn%1$d"] } }] } },
            { type: rate-limit, config: { limits: [{ name: all, rate: 100000/s, by: [client] },
              { name: budget-%3$s, rate: 1/d, burst: %4$d, by: [principal], when: { paths: ["/budget/_search"] } }], maxKeys: %1$d, shared: { redis: "redis://127.0.0.1:%5$d", timeout: 5s } } },
            { type: authorize, config: { resolve: false, rules: [{ allow: { classes: [read], indices: ["logs*", "budget", "denied", "turn%1$d"] } }] } },
            { type: concurrency-limit, config: { limit: { fixed: 100 }, queue: { size: %1$d } } },
            { type: answer, config: { when: { paths: ["/turn%1$d/_search"] }, status: 200, body: "x" } },
            { type: tenant, config: { from: [{ principal: { realm: %3$s } }], metrics: { tenants: %1$d }, layouts: [{ indexPerTenant: { indices: ["*"], template: "{tenant}.{index}" } }] } },
            { type: route-to, config: { rules: [{ when: { paths: ["/turn%1$d/_search"] }, cluster: primary }] } },
            { type: headers, config: { request: { set: { x-turn: "%1$d" } } } },
            { type: json-edit, config: { when: { paths: ["/turn%1$d/_search"] }, request: [{ set: { path: /turn, value: 1 } }] } },
            { type: query-guard, config: { rules: [{ window: { max: %1$d } }] } }
            """;

    @TempDir
    Path directory;

    private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private WhoCredentials credentials;
    private WhoNode node;
    private LocalRedis redis;
    private Path file;
    private Gateway gateway;
    private PrometheusMeterRegistry meters;
    private volatile boolean over;

    @Test
    void losesNothingAndLeavesNothing() throws Exception {
        Path plugins = copyOfPlugins();
        Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
        List<WeakReference<ClassLoader>> replaced = new ArrayList<>();
        redis = LocalRedis.start();
        try (WhoCredentials known = new WhoCredentials(directory);
                WhoNode upstream = new WhoNode()) {
            credentials = known;
            node = upstream;
            Reloads reloads = start(plugins);
            List<Thread> load = List.of(
                    Thread.ofPlatform().start(this::load), Thread.ofPlatform().start(this::load));
            Map<String, Long> threads = Map.of();
            double denied = 0;
            for (int round = 1; round <= ROUNDS; round++) {
                turn(round, reloads, plugins, replaced);
                int now = answered.get();
                Awaitility.await().atMost(PATIENCE).until(() -> answered.get() > now + 20);
                awaitOneGeneration();
                assertThat(send(WhoIdentity.API_KEY, "alice", "/denied/_search"))
                        .isEqualTo(403);
                assertThat(sum("sluice_filter_denied_requests_total")).isGreaterThanOrEqualTo(denied + 1);
                denied = sum("sluice_filter_denied_requests_total");
                spend(round);
                threads = round == 3 ? bySeat(before) : threads;
            }
            Map<String, Long> settled = threads;
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(bySeat(before))
                            .allSatisfy((seat, count) -> assertThat(count)
                                    .isLessThanOrEqualTo(Math.max(1, settled.getOrDefault(seat, 0L)))));
            over = true;
            for (Thread each : load) {
                each.join();
            }
            gateway.close();
            gateway = null;
        } finally {
            redis.close();
        }
        assertThat(errors).isEmpty();
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(left(before)).isEmpty());
        assertThat(replaced).hasSizeGreaterThanOrEqualTo(8);
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            System.gc();
            assertThat(replaced).extracting(WeakReference::get).containsOnlyNulls();
        });
    }

    private Path copyOfPlugins() throws IOException {
        Path from = Path.of(System.getProperty("sluice.distribution")).resolve("lib/plugins");
        Path to = directory.resolve("plugins");
        try (Stream<Path> entries = Files.walk(from)) {
            for (Path entry : entries.toList()) {
                Files.copy(entry, to.resolve(from.relativize(entry).toString()));
            }
        }
        return to;
    }

    private Reloads start(Path plugins) throws Exception {
        String yaml = yaml(0);
        file = Files.writeString(directory.resolve("gateway.yml"), yaml);
        meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ConfigSource source =
                new ConfigSource(file, Map.of(), (section, earlier) -> PluginLoader.load(List.of(plugins), earlier));
        var loaded = source.parse(yaml, null);
        FilterRegistry registry = loaded.filters();
        gateway = Gateway.start(loaded.config(), registry, meters, directory);
        return new Reloads(gateway, source, yaml, InstantSource.system());
    }

    private String yaml(int turn) {
        int number = 1000 + turn;
        StringBuilder flows = new StringBuilder();
        StringBuilder listeners = new StringBuilder();
        for (WhoIdentity identity : IDENTITIES) {
            String type = identity.type();
            String filters = COMMON.formatted(
                    number,
                    identity.filters(credentials.port(identity))
                            .replaceFirst("config: [{] ", "config: { " + own(identity, number)),
                    type,
                    BUDGET,
                    redis.port());
            flows.append("  " + type + ":\n    filters: [" + filters.replace("\n", "\n      ")
                    + "]\n    relay: { cluster: primary }\n");
            listeners.append("  - { name: " + type + ", bind: \"127.0.0.1:0\", routes: [{ flow: " + type + " }] }\n");
        }
        return """
                admin: { enabled: false }
                process: { eventLoops: 1, drain: 5s }
                clusters:
                  primary:
                    nodes: ["%s"]
                    discovery: { enabled: false }
                    auth: { username: gateway, password: secret, inject: true }
                flows:
                %slisteners:
                %s""".formatted(node.address(), flows, listeners);
    }

    // A key of the identity filter that changes nothing for its users.
    private static String own(WhoIdentity identity, int number) {
        return identity == WhoIdentity.FORWARD_AUTH ? "cacheSize: " + number + ", " : "realm: turn" + number + ", ";
    }

    // Every third round changes nothing, every fourth the jars.
    private void turn(int round, Reloads reloads, Path plugins, List<WeakReference<ClassLoader>> replaced)
            throws Exception {
        if (round % 4 == 0) {
            gateway.filters().stream()
                    .map(each -> each.filter())
                    .map(filter -> filter.getClass().getClassLoader())
                    .distinct()
                    .forEach(loader -> replaced.add(new WeakReference<>(loader)));
            replaceJars(plugins, round);
        }
        if (round % 3 != 0) {
            Path next = Files.writeString(directory.resolve("next.yml"), yaml(round));
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
        ReloadOutcome outcome = reloads.reload("round " + round);
        assertThat(outcome).as("round %d: %s", round, outcome).isNotInstanceOf(ReloadOutcome.Refused.class);
    }

    private void replaceJars(Path plugins, int round) throws IOException {
        try (Stream<Path> jars = Files.list(plugins)) {
            for (Path plugin : jars.toList()) {
                Path jar;
                try (Stream<Path> inside = Files.list(plugin)) {
                    jar = inside.filter(each -> each.getFileName().toString().matches("(sluice|gateway-filters)-.*jar"))
                            .sorted()
                            .findFirst()
                            .orElseThrow();
                }
                Path made = Files.copy(jar, directory.resolve("made.jar"), StandardCopyOption.REPLACE_EXISTING);
                try (FileSystem opened = FileSystems.newFileSystem(made)) {
                    Files.writeString(opened.getPath("turn"), "round " + round);
                }
                Files.move(made, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    private void load() {
        for (int i = 0; !over; i++) {
            WhoIdentity identity = IDENTITIES.get(i % IDENTITIES.size());
            try {
                int status = send(identity, WhoAsks.USERS.get(i % 2), "/logs-1/_search");
                if (status != 200) {
                    errors.add(identity + " " + status);
                }
                answered.incrementAndGet();
            } catch (Exception e) {
                errors.add(identity + " " + e);
            }
        }
    }

    private int send(WhoIdentity identity, String user, String path) throws Exception {
        int port = Objects.requireNonNull(gateway.address(identity.type())).getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.setSoTimeout(60_000);
            String head = "GET " + path + " HTTP/1.1\r\nHost: a\r\n" + credentials.header(identity, user)
                    + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
        }
    }

    // Of a budget that reloads do not give back. On a machine that is starved one unit may be spent twice: what Redis
    // did
    // before its answer was given up stays done.
    private void spend(int round) throws Exception {
        int status = send(WhoIdentity.JWT, "carol", "/budget/_search");
        if (round != BUDGET) {
            assertThat(status).as("round %d", round).isEqualTo(round < BUDGET ? 200 : 429);
        }
    }

    private void awaitOneGeneration() {
        Awaitility.await().atMost(PATIENCE).until(() -> meters.scrape().contains("sluice_config_old_generations 0.0"));
    }

    private double sum(String meter) {
        Matcher line = Pattern.compile("(?m)^" + meter + "\\{[^}]*} (\\S+)$").matcher(meters.scrape());
        return line.results()
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .sum();
    }

    // Pools start their threads as work comes, so their sizes differ from round to round; but a pool that a reload left
    // behind is a second one with a thread of the same number.
    private static Map<String, Long> bySeat(Set<Thread> before) {
        return ours(before)
                .map(thread -> thread.getName().replaceAll("\\d+(?!\\d*$)", "N"))
                .collect(Collectors.groupingBy(seat -> seat, Collectors.counting()));
    }

    // Those of the JDK that end by themselves do not count.
    private static Stream<Thread> ours(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && !before.contains(thread))
                .filter(
                        thread -> !thread.getName()
                                .matches(
                                        "(ForkJoinPool|HttpClient-\\d+-Worker|Common-Cleaner|process reaper|Keep-Alive|HTTP-Dispatcher|pool-|LDAP|InMemory|Thread-|ObjectCleanerThread|globalEventExecutor|awaitility).*"));
    }

    private static Set<String> left(Set<Thread> before) {
        return ours(before)
                .map(thread -> thread.getName() + " #" + thread.threadId())
                .collect(Collectors.toSet());
    }
}
