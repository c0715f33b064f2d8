package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.ConfigChange;
import io.sluice.plugin.PluginJar;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins that come, change and go while a gateway runs. */
@Tag("slow")
class ReloadedPluginsTest {
    private static final String YAML = """
            admin: { enabled: false }
            process: { eventLoops: 1, drain: 1s }
            clusters: { primary: { nodes: ["http://127.0.0.1:1"], discovery: { enabled: false } } }
            flows:
              default: { filters: [%s], relay: { cluster: primary } }
            listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
            """;
    private static final String HELLO = "{ type: hello, config: { greeting: hi } }";

    @TempDir
    Path directory;

    private Path plugins;

    @BeforeEach
    void directories() throws Exception {
        plugins = Files.createDirectory(directory.resolve("plugins"));
    }

    private ReloadedGateway start(String filters) throws Exception {
        return new ReloadedGateway(directory.resolve("gateway.yml"), plugins, YAML.formatted(filters));
    }

    /** As an operator does: the new file takes the old one's place at once. */
    private void install(String name, PluginJar jar) throws Exception {
        Path made = jar.write(directory.resolve("made.jar"));
        Files.move(made, plugins.resolve(name), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static PluginJar version(String word) {
        return new PluginJar()
                .factory("Hello", "hello")
                .source("Version", "final class Version { static final String WORD = \"" + word + "\"; }");
    }

    private static ClassLoader loader(ReloadedGateway gateway) {
        return gateway.gateway().filters().getFirst().filter().getClass().getClassLoader();
    }

    @Test
    void keepsClassLoaderAndFilterWhileTheJarIsByteForByteTheSame() throws Exception {
        // Given
        install("hello.jar", version("one"));
        try (ReloadedGateway gateway = start(HELLO)) {
            ClassLoader before = loader(gateway);
            Object filter = gateway.gateway().filters().getFirst();
            byte[] jar = Files.readAllBytes(plugins.resolve("hello.jar"));

            // When
            Files.delete(plugins.resolve("hello.jar"));
            Files.write(plugins.resolve("hello.jar"), jar);
            assertThat(gateway.reload(YAML.formatted(HELLO))).isInstanceOf(ReloadOutcome.Done.class);
            gateway.awaitClosed();

            // Then
            assertThat(loader(gateway)).isSameAs(before);
            assertThat(gateway.gateway().filters().getFirst()).isSameAs(filter);
            assertThat(gateway.get("/")).isEqualTo("200 hi");
        }
    }

    @Test
    void makesOnlyTheFiltersAnewWhoseConfigurationChanged() throws Exception {
        // Given
        install("hello.jar", version("one"));
        try (ReloadedGateway gateway = start(HELLO + ", " + HELLO)) {
            Object first = gateway.gateway().filters().getFirst();
            Object second = gateway.gateway().filters().getLast();

            // When
            gateway.reload(YAML.formatted(HELLO + ", " + HELLO.replace("hi", "ho")));

            // Then
            assertThat(gateway.gateway().filters().getFirst()).isSameAs(first);
            assertThat(gateway.gateway().filters().getLast()).isNotSameAs(second);
        }
    }

    @Test
    void makesAFilterAnewWhoseFileHasAnotherContent() throws Exception {
        // Given
        Path authority = Files.writeString(directory.resolve("ca.pem"), "first");
        install("files.jar", new PluginJar().source("FilesFactory", """
                public final class FilesFactory implements FilterFactory<FilesFactory.Settings> {
                    public record Settings(@Key(value = "whom it believes", content = true) java.nio.file.Path ca) {}
                    public int apiVersion() { return FilterFactory.API_VERSION; }
                    public String type() { return "files"; }
                    public String description() { return "believes a file"; }
                    public Class<Settings> configType() { return Settings.class; }
                    public Filter create(Settings settings, FilterContext context) throws java.io.IOException {
                        String believed = java.nio.file.Files.readString(settings.ca());
                        return new Filter() {
                            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                                return RequestPlan.answer(Reply.text(200, believed));
                            }
                        };
                    }
                }
                """).services("plugin.FilesFactory\n"));
        String yaml = YAML.formatted("{ type: files, config: { ca: ca.pem } }");
        try (ReloadedGateway gateway = start("{ type: files, config: { ca: ca.pem } }")) {
            Object before = gateway.gateway().filters().getFirst();
            gateway.reload(yaml);
            assertThat(gateway.gateway().filters().getFirst()).isSameAs(before);

            // When
            Files.writeString(authority, "second");
            List<ConfigChange> changes = ReloadedGateway.changes(gateway.reload(yaml));

            // Then
            assertThat(changes)
                    .extracting(change -> change.section() + " " + change.name())
                    .containsExactly("certificates filter flows.default.filters[0]");
            assertThat(gateway.get("/")).isEqualTo("200 second");
        }
    }

    @Test
    void collectsTheClassLoaderOfAJarThatWasReplaced() throws Exception {
        // Given
        install("hello.jar", version("one"));
        try (ReloadedGateway gateway = start(HELLO);
                RawClient idle = new RawClient(gateway.port())) {
            idle.send("GET / HTTP/1.1\r\nhost: a\r\n\r\n").read();
            WeakReference<ClassLoader> before = new WeakReference<>(loader(gateway));

            // When
            install("hello.jar", version("two"));
            ReloadOutcome outcome = gateway.reload(YAML.formatted(HELLO));

            // Then
            assertThat(((ReloadOutcome.Done) outcome).changes()).singleElement().satisfies(change -> {
                assertThat(change.section()).isEqualTo("plugins");
                assertThat(change.name()).isEqualTo("hello");
                assertThat(change.kind()).isEqualTo(ConfigChange.Kind.CHANGED);
            });
            awaitCollected(before);
            assertThat(idle.send("GET / HTTP/1.1\r\nhost: a\r\n\r\n").read().body())
                    .isEqualTo("hi");
        }
    }

    @Test
    void takesANewPluginAndLetsARemovedOneGo() throws Exception {
        // Given
        install("hello.jar", version("one"));
        try (ReloadedGateway gateway = start(HELLO)) {
            WeakReference<ClassLoader> removed = new WeakReference<>(loader(gateway));

            // When
            Files.delete(plugins.resolve("hello.jar"));
            assertThat(gateway.reload(YAML.formatted(HELLO)))
                    .isInstanceOfSatisfying(
                            ReloadOutcome.Refused.class,
                            refused -> assertThat(refused.problems())
                                    .anySatisfy(problem -> assertThat(problem.message())
                                            .contains("no plugin has a filter of type 'hello'")));
            assertThat(gateway.get("/")).isEqualTo("200 hi");
            install("other.jar", new PluginJar().factory("Other", "other"));
            gateway.reload(YAML.formatted("{ type: other, config: { greeting: new } }"));

            // Then
            assertThat(gateway.get("/")).isEqualTo("200 new");
            awaitCollected(removed);
        }
    }

    @Test
    void leavesNoClassLoaderBehindThatARefusedReloadMade() throws Exception {
        // Given
        install("hello.jar", version("one"));
        try (ReloadedGateway gateway = start(HELLO)) {
            ClassLoader before = loader(gateway);
            install("hello.jar", version("two"));

            // When
            for (String bad : new String[] {HELLO.replace("hi", "refused"), HELLO.replace("greeting", "unknown")}) {
                assertThat(gateway.reload(YAML.formatted(bad))).isInstanceOf(ReloadOutcome.Refused.class);
            }

            // Then
            assertThat(loader(gateway)).isSameAs(before);
            assertThat(gateway.get("/")).isEqualTo("200 hi");
            assertThat(gateway.gateway().generation()).isOne();
        }
    }

    private static void awaitCollected(WeakReference<ClassLoader> loader) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
            System.gc();
            return loader.refersTo(null);
        });
    }
}
