package io.sluice.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.api.FilterFactory;
import io.sluice.config.ConfigException;
import io.sluice.config.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class PluginLoaderTest {

    @TempDir
    Path plugins;

    @Test
    void loadsJarsAndDirectoriesOfJarsAsOnePluginEach() throws Exception {
        // Given
        new PluginJar().factory("One", "one").write(plugins.resolve("single.jar"));
        new PluginJar().factory("Two", "two").write(plugins.resolve("many/a.jar"));
        new PluginJar().factory("Three", "three").write(plugins.resolve("many/b.jar"));
        Files.writeString(plugins.resolve("README.md"), "not a plugin");

        // When
        try (FilterRegistry registry = PluginLoader.load(List.of(plugins))) {

            // Then
            assertThat(registry.plugins()).extracting(Plugin::name).containsExactly("many", "single");
            assertThat(registry.plugins().getFirst().types()).containsExactly("three", "two");
            assertThat(registry.plugins().getFirst().jars())
                    .allSatisfy(jar -> assertThat(jar.sha256()).matches("[0-9a-f]{64}"));
            assertThat(registry.types()).containsExactly("one", "three", "two");
            assertThat(registry.type("two").source()).isEqualTo("many");
        }
    }

    @Test
    void loadsBulkRoutersBesideFiltersAndAlone() throws Exception {
        // Given
        new PluginJar().factory("One", "one").router("Two", "one").write(plugins.resolve("both.jar"));
        new PluginJar().router("Three", "three").write(plugins.resolve("router.jar"));

        // When
        try (FilterRegistry registry = PluginLoader.load(List.of(plugins))) {

            // Then
            assertThat(registry.types()).containsExactly("one");
            assertThat(registry.routerTypes()).containsExactly("one", "three");
            assertThat(registry.plugins())
                    .extracting(Plugin::routers)
                    .containsExactly(List.of("one"), List.of("three"));
            assertThat(registry.router("three").source()).isEqualTo("router");
        }
    }

    @Test
    void loadsQueuesBesideFiltersAndAlone() throws Exception {
        // Given
        new PluginJar().factory("One", "one").queue("Two", "one").write(plugins.resolve("both.jar"));
        new PluginJar().queue("Three", "three").write(plugins.resolve("queue.jar"));

        // When
        try (FilterRegistry registry = PluginLoader.load(List.of(plugins))) {

            // Then
            assertThat(registry.types()).containsExactly("one");
            assertThat(registry.queueTypes()).containsExactly("one", "three");
            assertThat(registry.plugins()).extracting(Plugin::queues).containsExactly(List.of("one"), List.of("three"));
            assertThat(registry.queue("three").source()).isEqualTo("queue");
            assertThat(registry.queueConfigType("three").getSimpleName()).isEqualTo("Settings");
        }
    }

    @Test
    void refusesARouterOfATypeThatMeansNone() throws IOException {
        // Given
        new PluginJar().router("None", "none").write(plugins.resolve("none.jar"));

        // When
        ConfigException refused = catchThrowableOfType(
                ConfigException.class, () -> PluginLoader.load(List.of(plugins)).close());

        // Then
        assertThat(refused).hasMessageContaining("none.jar").hasMessageContaining("'none' has a meaning of its own");
    }

    @Test
    void keepsTheClassesOfPluginsApart() throws Exception {
        // Given
        new PluginJar().factory("Same", "first").write(plugins.resolve("a.jar"));
        new PluginJar().factory("Same", "second").write(plugins.resolve("b.jar"));

        // When
        try (FilterRegistry registry = PluginLoader.load(List.of(plugins))) {

            // Then
            Class<?> first = registry.type("first").factory().getClass();
            Class<?> second = registry.type("second").factory().getClass();
            assertThat(first.getName()).isEqualTo(second.getName());
            assertThat(first).isNotSameAs(second);
        }
    }

    @Test
    void hidesTheClassesOfTheHostButItsApi() throws Exception {
        // Given
        Path jar = new PluginJar().factory("Any", "any").write(plugins.resolve("any.jar"));

        // When
        try (PluginClassLoader loader =
                new PluginClassLoader("any", List.of(jar), getClass().getClassLoader())) {

            // Then
            assertThat(loader.loadClass(FilterFactory.class.getName())).isSameAs(FilterFactory.class);
            for (String shared : List.of("io.netty.buffer.ByteBuf", "io.netty.channel.Channel")) {
                assertThat(loader.loadClass(shared).getClassLoader())
                        .as(shared)
                        .isSameAs(getClass().getClassLoader());
            }
            assertThat(loader.loadClass("java.sql.Driver")).isNotNull();
            for (String hidden : List.of(
                    "io.sluice.config.ConfigLoader",
                    "com.fasterxml.jackson.core.JsonFactory",
                    "io.netty.NoSuchClass")) {
                assertThat(catchThrowableOfType(ClassNotFoundException.class, () -> loader.loadClass(hidden)))
                        .as(hidden)
                        .isNotNull();
            }
        }
    }

    @Test
    void reportsEverythingThatIsWrongWithAllPluginsAtOnce() throws IOException {
        // Given
        new PluginJar().factory("Good", "taken").write(plugins.resolve("a-good.jar"));
        new PluginJar().factory("Twice", "taken").write(plugins.resolve("b-twice.jar"));
        new PluginJar().factory("Old", "old", "return 0;").write(plugins.resolve("c-old.jar"));
        new PluginJar().services("plugin.Missing\n").write(plugins.resolve("d-missing.jar"));
        new PluginJar().services("not a name\n").write(plugins.resolve("e-broken.jar"));
        new PluginJar().services("java.lang.String\n").write(plugins.resolve("f-foreign.jar"));
        new PluginJar().write(plugins.resolve("g-empty.jar"));
        Files.writeString(plugins.resolve("h-torn.jar"), "no jar");
        Files.createDirectory(plugins.resolve("i-bare"));
        new PluginJar().factory("Shouting", "Not_Kebab").write(plugins.resolve("j-name.jar"));
        new PluginJar()
                .factory("Failing", "fails", "throw new IllegalStateException(\"no\");")
                .write(plugins.resolve("k.jar"));
        new PluginJar()
                .factory("Deep", "deep", "throw new StackOverflowError();")
                .write(plugins.resolve("l-deep.jar"));
        new PluginJar().factory("Lines", "two\\nlines").write(plugins.resolve("m-lines.jar"));

        // When
        ConfigException refused = catchThrowableOfType(
                ConfigException.class, () -> PluginLoader.load(List.of(plugins)).close());

        // Then
        assertThat(refused.problems())
                .extracting(Problem::toString)
                .satisfiesExactly(
                        twice -> assertThat(twice)
                                .contains("b-twice.jar", "'taken' is already brought by plugin.GoodFactory of a-good"),
                        old -> assertThat(old).contains("c-old.jar", "built against version 0", "has version 1"),
                        missing -> assertThat(missing).contains("d-missing.jar", "plugin.Missing"),
                        broken -> assertThat(broken).contains("e-broken.jar", "Illegal configuration-file syntax"),
                        foreign -> assertThat(foreign).contains("f-foreign.jar", "names no filter factory"),
                        empty -> assertThat(empty).contains("g-empty.jar", "names no filter factory"),
                        torn -> assertThat(torn).contains("h-torn.jar", "not a readable jar"),
                        bare -> assertThat(bare).contains("i-bare", "holds no jar"),
                        name -> assertThat(name).contains("j-name.jar", "kebab-case", "Not_Kebab"),
                        failing -> assertThat(failing).contains("k.jar", "does not fit", "IllegalStateException"),
                        deep -> assertThat(deep).contains("l-deep.jar", "does not fit", "StackOverflowError"),
                        lines -> assertThat(lines).contains("m-lines.jar", "not 'two?lines'"));
    }

    @Test
    void saysThatThePluginDirectoryIsMissing() {
        // Given
        Path missing = plugins.resolve("missing");

        // When
        ConfigException refused = catchThrowableOfType(
                ConfigException.class, () -> PluginLoader.load(List.of(missing)).close());

        // Then
        assertThat(refused)
                .hasMessageContaining("there is no such plugin directory")
                .hasMessageContaining("missing");
    }
}
