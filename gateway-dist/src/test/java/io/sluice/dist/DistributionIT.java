package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributionIT {

    private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");
    private static final String ANSWERING = """
            admin: { bind: "127.0.0.1:0" }
            clusters: { primary: { nodes: ["http://127.0.0.1:9"] } }
            flows:
              default:
                filters: [{ type: answer, config: { body: '{"ok":true}' } }]
                relay: { cluster: primary }
            listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
            """;

    @TempDir
    Path directory;

    private Distribution distribution;

    @BeforeEach
    void unpack() throws IOException {
        distribution = Distribution.coldCopyTo(directory.resolve("sluice with space"));
    }

    @Test
    void servesUntilItIsTerminated() throws Exception {
        // Given
        distribution.configure(ANSWERING);

        try (RunningGateway gateway = distribution.start()) {
            // When
            String answer = gateway.send("GET", "/", "").body();

            // Then
            assertThat(answer).isEqualTo("{\"ok\":true}");
            assertThat(gateway.log())
                    .contains("plugin loaded plugin=\"sluice-filters\"")
                    .doesNotContainIgnoringCase("warning:");
            assertThat(gateway.admin("/filters").body()).contains("flows.default.filters[0]");
            assertThat(gateway.terminate()).isEqualTo(143);
            assertThat(gateway.log()).contains("GatewayProcess: stopping", "GatewayProcess: stopped");
        }
    }

    @Test
    void showsWhatItDoesInATerminalAndOnAPage() throws Exception {
        // Given
        distribution.configure(ANSWERING);
        try (RunningGateway gateway = distribution.start()) {
            gateway.send("GET", "/a/_search?token=hunter2", "");
            String admin = gateway.admin("/overview").uri().resolve("/").toString();

            // When
            Finished top = distribution.command("top", "--once", "--admin", admin);

            // Then
            assertThat(top.code()).isZero();
            assertThat(top.output())
                    .startsWith("Sluice ")
                    .contains("LISTENER", "GET /a/_search\n")
                    .doesNotContain("hunter2", "\033");
            assertThat(gateway.admin("/").body()).contains("/overview");
        }
    }

    @Test
    void refusesAnAdminEndpointThatStrangersCanRead() throws Exception {
        // Given
        distribution.configure(ANSWERING.replace("admin: { bind: \"127.0.0.1:0\" }", "admin: { bind: \":0\" }"));

        for (String command : List.of("check", "run")) {
            // When
            Finished finished = distribution.command(command);

            // Then
            assertThat(finished.code()).isEqualTo(3);
            assertThat(finished.output()).contains("other machines can reach 0.0.0.0:0; add auth");
        }
    }

    @Test
    void refusesAWrongConfigurationWithACodeOfItsOwn() throws Exception {
        // Given
        distribution.configure(
                ANSWERING.replace("type: answer", "type: anwser").replace("bind: \"127.0.0.1:0\"", "bind: x"));

        // When
        Finished run = distribution.command("run");

        // Then
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.output())
                .contains("gateway.yml:1:16: admin.bind: expected host:port")
                .contains("gateway.yml:5:23: flows.default.filters[0].type: no plugin has a filter of type 'anwser';"
                        + " did you mean 'answer'?")
                .endsWith("3 problems\n");
    }

    @Test
    void acceptsTheConfigurationThatItComesWith() throws Exception {
        // When / Then
        assertThat(distribution.command("check"))
                .isEqualTo(new Finished(
                        0, distribution.home().resolve("config/gateway.yml") + ": can be used; 0 warnings\n"));
    }

    @Test
    void itsConfigurationsWorkInAnyDirectory() throws Exception {
        // Given
        Path elsewhere = Files.createDirectories(directory.resolve("etc/my gateway"));
        for (String name : List.of("gateway.yml", "tenants.yml")) {
            Files.copy(distribution.home().resolve("config").resolve(name), elsewhere.resolve(name));
        }
        Files.writeString(elsewhere.resolve("users"), "");

        for (String name : List.of("gateway.yml", "tenants.yml")) {
            // When
            ProcessBuilder check =
                    distribution.builder("check", "--config", name).directory(elsewhere.toFile());

            // Then
            assertThat(Finished.of(check)).isEqualTo(new Finished(0, name + ": can be used; 0 warnings\n"));
        }
    }

    @Test
    void checkNamesWhatIsMissingAndLeavesNothingBehind() throws Exception {
        // Given
        Path config = Files.createDirectories(directory.resolve("my conf")).resolve("gateway.yml");
        Files.writeString(
                config,
                ANSWERING.replace("filters: [", "filters: [{ type: access-log, config: { file: logs/a.log } }, "));
        ProcessBuilder check = distribution.builder("check", "--config", "my conf/gateway.yml");
        check.directory(directory.toFile());

        // When
        Finished without = Finished.of(check);
        Path logs = Files.createDirectory(config.resolveSibling("logs"));
        Finished with = Finished.of(check);

        // Then
        assertThat(without)
                .isEqualTo(new Finished(
                        3,
                        "my conf/gateway.yml:5:15: flows.default.filters[0]: " + logs
                                + ": there is no such directory for the log\n1 problem\n"));
        assertThat(with).isEqualTo(new Finished(0, "my conf/gateway.yml: can be used; 0 warnings\n"));
        assertThat(logs).isEmptyDirectory();
    }

    @Test
    void runsThroughALinkAndNamesTheListenerWhoseAddressIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // Given
            String bind = "127.0.0.1:" + taken.getLocalPort();
            distribution.configure(
                    ANSWERING.replace("name: http, bind: \"127.0.0.1:0\"", "name: http, bind: \"" + bind + "\""));
            Path link = Files.createSymbolicLink(
                    directory.resolve("link"), distribution.home().resolve("bin/sluice"));
            ProcessBuilder run = distribution.builder("run");
            run.command().set(0, link.toString());

            // When
            Finished finished = Finished.of(run);

            // Then
            assertThat(finished.code()).isEqualTo(1);
            assertThat(finished.output())
                    .endsWith("sluice: cannot listen on " + bind
                            + " for listener 'http': the address is in use by another process\n")
                    .doesNotContain("Exception");
        }
    }

    @Test
    void saysWhereTheCacheCannotBeWritten() throws Exception {
        // Given
        Files.writeString(distribution.home().resolve("var"), "in the way");

        // When
        Finished warm = distribution.command("warm");

        // Then
        assertThat(warm.code()).isEqualTo(1);
        assertThat(warm.output())
                .startsWith("sluice: the cache cannot be written in "
                        + distribution.home().resolve("var/cache"))
                .contains("SLUICE_CACHE")
                .hasLineCount(1);
    }

    @Test
    void failsWhereItsOutputCannotBeWritten() throws Exception {
        // Given
        ProcessBuilder schema = distribution.builder("schema");
        schema.command().addAll(0, List.of("sh", "-c", "exec \"$@\" > /dev/full", "sh"));

        // When / Then
        assertThat(Finished.of(schema)).isEqualTo(new Finished(1, "sluice: standard output could not be written\n"));
    }

    @Test
    void bringsAUnitThatSystemdUnderstands() throws Exception {
        // Given
        assumeTrue(Files.isExecutable(ANALYZE), "no systemd");
        String shipped = Files.readString(distribution.home().resolve("config/sluice.service"));
        Path unit = Files.writeString(
                directory.resolve("sluice.service"),
                shipped.replace("/opt/sluice/bin/sluice", "/bin/true").replaceAll("(User|Group)=sluice", "$1=root"));

        // When
        Finished verified = Finished.of(new ProcessBuilder(ANALYZE.toString(), "verify", unit.toString()));

        // Then
        assertThat(verified).isEqualTo(new Finished(0, ""));
        assertThat(shipped).contains("LogsDirectory=sluice\n");
    }

    @Test
    void bringsAUnitWhoseExitCodesAreThoseOfTheGatewayItself() throws Exception {
        // When
        String shipped = Files.readString(distribution.home().resolve("config/sluice.service"));

        // Then: systemd applies RestartPreventExitStatus to the main process only
        assertThat(shipped).contains("RestartPreventExitStatus=2 3\n").doesNotContain("ExecStartPre=");
    }

    @Test
    void saysWhichJavaItNeedsWhereThereIsNone() throws Exception {
        // Given
        ProcessBuilder builder = distribution.builder("--version");
        Path script = distribution.home().resolve("bin/sluice");
        Files.writeString(script, Files.readString(script).replace("MINIMUM=21", "MINIMUM=999"));

        // When
        Finished finished = Finished.of(builder);

        // Then
        assertThat(finished.code()).isEqualTo(1);
        assertThat(finished.output()).startsWith("sluice: Java 999 or newer is needed, and this machine has");
    }

    @Test
    void runsOnTheRuntimeThatItBringsWhateverJavaHomeSays() throws Exception {
        // Given
        bringRuntime("own");

        // When / Then
        assertThat(distribution.command("--version")).isEqualTo(new Finished(0, "own\n"));
    }

    @Test
    void runsOnTheJavaThatSluiceJavaHomeNamesBeforeItsOwn() throws Exception {
        // Given
        bringRuntime("own");
        ProcessBuilder version = distribution.builder("--version");
        version.environment().put("SLUICE_JAVA_HOME", System.getProperty("java.home"));

        // When
        Finished finished = Finished.of(version);

        // Then
        assertThat(finished.code()).isZero();
        assertThat(finished.output()).startsWith("sluice ");
    }

    // A runtime whose java only says its name.
    private void bringRuntime(String says) throws IOException {
        Path runtime = Files.createDirectories(distribution.home().resolve("runtime"));
        Files.writeString(runtime.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
        Path java = Files.createDirectories(runtime.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho " + says + "\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void saysWhetherAGatewayIsHealthy() throws Exception {
        // Given
        distribution.configure(ANSWERING);
        try (RunningGateway gateway = distribution.start()) {
            String admin = gateway.adminAddress().toString();

            // When
            Finished running = distribution.command("health", "--ready", "--admin", admin);
            gateway.terminate();
            Finished stopped = distribution.command("health", "--admin", admin);

            // Then
            assertThat(running).isEqualTo(new Finished(0, admin + "/health/ready: 200\n"));
            assertThat(stopped.code()).isEqualTo(1);
        }
    }

    @Test
    void startsFromTheCacheThatWarmMade() throws Exception {
        // Given
        distribution.configure(ANSWERING);
        Finished warm = distribution.command("warm");
        assertThat(warm.output()).contains("written");

        // When
        try (RunningGateway gateway = distribution.start()) {

            // Then
            assertThat(gateway.send("GET", "/", "").statusCode()).isEqualTo(200);
            try (Stream<Path> caches = Files.list(distribution.home().resolve("var/cache"))) {
                assertThat(caches).hasSize(1);
            }
        }
    }

    @Test
    void startsWithACacheThatDoesNotFit() throws Exception {
        // Given
        distribution.configure(ANSWERING);
        String runtime = Runtime.version().toString();
        for (String kind : List.of("aot", "jsa")) {
            Path cache = distribution.home().resolve("var/cache/sluice-" + runtime + "." + kind);
            Files.createDirectories(cache.getParent());
            Files.writeString(cache, "not a cache");
        }

        // When
        try (RunningGateway gateway = distribution.start()) {

            // Then
            assertThat(gateway.send("GET", "/", "").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void namesTheLicenceOfEveryLibrary() throws Exception {
        // Given
        String notice = Files.readString(distribution.home().resolve("NOTICE"));

        // When
        List<String> jars;
        try (Stream<Path> files = Files.walk(distribution.home().resolve("lib"))) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .map(file -> file.getFileName().toString().replaceFirst("-\\d.*", ""))
                    .filter(name -> !name.startsWith("gateway-") && !name.startsWith("sluice-"))
                    .toList();
        }

        // Then
        assertThat(jars).isNotEmpty().allSatisfy(jar -> assertThat(notice).contains(jar));
    }
}
