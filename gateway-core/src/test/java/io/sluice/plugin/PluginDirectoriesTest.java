package io.sluice.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.config.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class PluginDirectoriesTest {

    @TempDir
    Path home;

    @BeforeEach
    void install() throws IOException {
        new PluginJar().factory("Shipped", "shipped").write(home.resolve("lib/plugins/shipped/shipped.jar"));
    }

    @Test
    void needNoDirectoryOfTheOperator() throws Exception {
        try (FilterRegistry registry = new PluginDirectories(home).load(null)) {
            assertThat(registry.types()).containsExactly("shipped");
        }
    }

    @Test
    void haveAPlaceForTheOperatorsPluginsInTheDistribution() throws Exception {
        new PluginJar().factory("Own", "own").write(home.resolve("plugins/own.jar"));

        try (FilterRegistry registry = new PluginDirectories(home).load(null)) {
            assertThat(registry.types()).containsExactly("own", "shipped");
        }
    }

    @Test
    void addTheDirectoryThatTheOperatorNames() throws Exception {
        new PluginJar().factory("Own", "own").write(home.resolve("plugins/own.jar"));
        new PluginJar().factory("Other", "other").write(home.resolve("elsewhere/other.jar"));

        try (FilterRegistry registry = new PluginDirectories(home).load(home.resolve("elsewhere"))) {
            assertThat(registry.types()).containsExactly("other", "shipped");
        }
    }

    @Test
    void sayThatADistributionIsIncomplete() {
        ConfigException refused = catchThrowableOfType(
                ConfigException.class,
                () -> new PluginDirectories(home.resolve("torn")).load(null).close());

        assertThat(refused).hasMessageContaining("torn/lib/plugins: there is no such plugin directory");
    }
}
