package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.stub.StubOptions;
import io.sluice.bench.stub.StubServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The configuration of a gateway process changes while it serves. {@code -Dsluice.reload.minutes=N} sends load for so long; the test
 * command does so for 20 seconds.
 */
class ReloadIT {

    private static final String YAML = """
            admin: { bind: "127.0.0.1:0" }
            process: { eventLoops: 2, drain: 1s%s }
            clusters:
              primary: { nodes: ["%s"], discovery: { every: 1s }, pool: { maxQueue: %d } }
            flows:
              default:
                filters: [{ type: stamp, config: {} }, { type: headers, config: { request: { set: { x-turn: "%d" } } } }]
                relay: { cluster: primary, bulk: { groupBy: shard } }
            listeners:
              - { name: steady, bind: "127.0.0.1:0", routes: [{ flow: default }] }
              - { name: changing, bind: "127.0.0.1:0", timeouts: { idle: %ds }, routes: [{ flow: default }] }
              - { name: secure, bind: "127.0.0.1:0", tls: { certificate: own.pem, key: own.key }, routes: [{ flow: default }] }
            """;
    private static final long MEBIBYTE = 1 << 20;
    /** Enough versions of the plugin to see a leak. */
    private static final int VERSIONS = 8;

    @TempDir
    Path directory;

    private StubServer stub;
    private Distribution distribution;
    private StampPlugin plugin;

    @BeforeEach
    void prepare() throws Exception {
        stub = StubServer.start(StubOptions.local(1, List.of("logs"), 1));
        distribution = Distribution.copyTo(directory.resolve("sluice"));
        plugin = new StampPlugin(distribution, Files.createDirectory(directory.resolve("plugin")));
        plugin.install("turn 0");
        certify(0);
        configure("", 0);
    }

    @AfterEach
    void stop() throws Exception {
        stub.close();
    }

    private void configure(String more, int turn) throws IOException {
        String node = "http://" + stub.cluster().nodes().getFirst().publishAddress();
        distribution.configure(YAML.formatted(more, node, 1000 + turn / 3, turn, 60 + turn));
    }

    private SelfSigned certify(int turn) throws Exception {
        SelfSigned own = new SelfSigned(Files.createDirectory(directory.resolve("own" + turn)));
        Path config = distribution.home().resolve("config");
        Files.copy(own.certificate(), config.resolve("own.pem"), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(own.key(), config.resolve("own.key"), StandardCopyOption.REPLACE_EXISTING);
        return own;
    }

    @Test
    void failsNoRequestWhileConfigurationCertificatesAndPluginsAreReplaced() throws Exception {
        Duration length = Integer.getInteger("sluice.reload.minutes") == null
                ? Duration.ofSeconds(20)
                : Duration.ofMinutes(Integer.getInteger("sluice.reload.minutes"));
        try (RunningGateway gateway = distribution.start();
                SteadyLoad load = new SteadyLoad()) {
            // Given
            for (String listener : List.of("steady", "changing")) {
                int port = gateway.address(listener).getPort();
                for (String target : List.of("/", "/stamp", "/logs/_search")) {
                    var request = new KeepAliveConnection.Request("GET", target, "");
                    load.start(Duration.ofMillis(10), request, () -> new KeepAliveConnection(port));
                }
            }
            int secure = gateway.address("secure").getPort();
            load.start(
                    Duration.ofMillis(50),
                    new KeepAliveConnection.Request("GET", "/stamp", ""),
                    () -> new KeepAliveConnection(Trusting.context()
                            .getSocketFactory()
                            .createSocket(InetAddress.getLoopbackAddress(), secure)));

            // When
            int turn = 0;
            for (; turn < 5; turn++) {
                turn(gateway, turn);
            }
            Memory before = settled(gateway);
            long end = System.nanoTime() + length.toNanos();
            for (; turn <= VERSIONS || System.nanoTime() - end < 0; turn++) {
                turn(gateway, turn);
                Thread.sleep(1000);
            }
            // A plugin's task that is under way holds its loader for a moment longer than its generation, and code
            // compiled
            // for a version that is gone holds that one's for as long as a thread is in it.
            long mostLoaders = before.loaders() + 1;
            AtomicReference<Memory> after = new AtomicReference<>();
            Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
                after.set(settled(gateway));
                assertThat(after.get().loaders()).isLessThanOrEqualTo(mostLoaders);
                assertThat(after.get().heap()).isLessThan(before.heap() + 8 * MEBIBYTE);
                // Profiles of methods that become hot are there too; classes do not become more.
                assertThat(after.get().metaspace()).isLessThan(before.metaspace() + 8 * MEBIBYTE);
            });
            load.close();

            // Then
            System.out.println(turn + " reloads, " + load.answered() + " requests answered on " + load.opened()
                    + " connections, before " + before + ", after " + after);
            assertThat(load.failures()).isEmpty();
            assertThat(load.answered()).isGreaterThan(length.toSeconds() * 10);
            assertThat(load.opened()).as("connections stay open").isEqualTo(7);
            assertThat(series(gateway, "sluice_config_generation")).isEqualTo(turn + 1);
            assertThat(gateway.log()).doesNotContain(" ERROR ");
        }
    }

    // A new configuration each time; at some times also another jar, other certificates, another cluster.
    private void turn(RunningGateway gateway, int turn) throws Exception {
        if (turn % 2 == 1) {
            plugin.install("turn " + turn);
        }
        if (turn % 3 == 1) {
            certify(turn + 1);
        }
        configure("", turn);
        HttpResponse<String> reloaded = gateway.post("/config/reload");
        assertThat(reloaded.statusCode()).as(reloaded.body()).isEqualTo(200);
        if (turn % 2 == 1) {
            try (KeepAliveConnection connection =
                    new KeepAliveConnection(gateway.address("steady").getPort())) {
                assertThat(connection
                                .exchange(new KeepAliveConnection.Request("GET", "/stamp", ""))
                                .body())
                        .isEqualTo("turn " + turn);
            }
        }
    }

    /** What a process holds once old generations are closed and garbage is collected; sizes in bytes. */
    private record Memory(long loaders, long heap, long metaspace, long residentMebibytes) {}

    private Memory settled(RunningGateway gateway) throws Exception {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> series(gateway, "sluice_config_old_generations") == 0);
        for (int i = 0; i < 3; i++) {
            jcmd(gateway, "GC.run");
        }
        long loaders = jcmd(gateway, "VM.classloader_stats")
                .lines()
                .filter(line -> line.contains("PluginClassLoader"))
                .count();
        return new Memory(
                loaders,
                sum(gateway, "jvm_memory_used_bytes\\{area=\"heap\".*"),
                sum(gateway, "jvm_memory_used_bytes\\{area=\"nonheap\",id=\"Metaspace\".*"),
                gateway.residentMebibytes());
    }

    private static String jcmd(RunningGateway gateway, String command) throws Exception {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        return Finished.of(new ProcessBuilder(jcmd.toString(), Long.toString(gateway.pid()), command))
                .output();
    }

    private static double series(RunningGateway gateway, String name) throws Exception {
        return sum(gateway, Pattern.quote(name));
    }

    private static long sum(RunningGateway gateway, String series) throws Exception {
        Matcher matcher = Pattern.compile("(?m)^" + series + " (\\S+)$")
                .matcher(gateway.admin("/metrics").body());
        double sum = 0;
        while (matcher.find()) {
            sum += Double.parseDouble(matcher.group(1));
        }
        return (long) sum;
    }

    @Test
    void takesTheFileOverAtSighupAndBackAtRollback() throws Exception {
        // A process whose parents ignore the signal, as below nohup, would ignore it too.
        ProcessBuilder run = distribution.builder("run");
        run.command().addAll(0, List.of("env", "--default-signal=HUP"));
        try (RunningGateway gateway = RunningGateway.start(run)) {
            // When
            configure("", 1);
            gateway.signal("HUP");

            // Then
            awaitLog(gateway, "the configuration is taken over reason=\"SIGHUP\" generation=\"2\"");
            assertThat(gateway.admin("/config").body()).contains("\"x-turn\" : \"1\"");

            // When
            distribution.configure("flows: 1");
            gateway.signal("HUP");

            // Then
            awaitLog(gateway, "the configuration is refused, the one before stays reason=\"SIGHUP\"");
            assertThat(gateway.log()).contains("gateway.yml:1:8: flows");
            assertThat(gateway.admin("/config/diff").statusCode()).isEqualTo(400);

            // When
            HttpResponse<String> back = gateway.post("/config/rollback");

            // Then
            assertThat(back.statusCode()).as(back.body()).isEqualTo(200);
            assertThat(gateway.admin("/config").body())
                    .contains("\"x-turn\" : \"0\"")
                    .contains("\"generation\" : 3");
            assertThat(gateway.terminate()).isEqualTo(143);
        }
    }

    @Test
    void takesAWatchedFileOver() throws Exception {
        String watch = ", reload: { watch: true, every: 100ms }";
        configure(watch, 0);
        try (RunningGateway gateway = distribution.start()) {
            // When
            configure(watch, 1);

            // Then
            awaitLog(gateway, "the configuration is taken over reason=\"the file changed\" generation=\"2\"");

            // When
            certify(1);

            // Then
            awaitLog(gateway, "generation=\"3\" changed=\"[certificates listener secure]\"");
        }
    }

    private static void awaitLog(RunningGateway gateway, String text) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(gateway.log()).contains(text));
    }
}
