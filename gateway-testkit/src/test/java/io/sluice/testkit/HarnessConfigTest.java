package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import io.sluice.api.Key;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HarnessConfigTest {

    /** What the filter of this test is configured with. */
    record Settings(
            @Key("a header") String header,
            @Key(value = "its value", def = "none") String value,
            @Key("a file") Path file,
            @Key("texts") List<String> texts) {

        Settings {
            if (header.isEmpty()) {
                throw new IllegalArgumentException("the header needs a name");
            }
        }
    }

    /** Makes filters that show their settings in a header. */
    private static final class Factory implements FilterFactory<Settings> {
        @Override
        public int apiVersion() {
            return API_VERSION;
        }

        @Override
        public String type() {
            return "sample";
        }

        @Override
        public String description() {
            return "shows its settings";
        }

        @Override
        public Class<Settings> configType() {
            return Settings.class;
        }

        @Override
        public Filter create(Settings config, FilterContext context) throws IOException {
            if (config.texts().contains("unreadable")) {
                throw new IOException("cannot be read");
            }
            return new Filter() {
                @Override
                public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                    return new RequestPlan.Head(
                            head.withHeader(config.header(), config.value() + config.texts() + config.file()));
                }
            };
        }
    }

    /** A mistake of the plugin's author: YAML reads it as an alias. */
    record Starred(
            @Key(value = "what hides it", def = "***") String mask) {}

    private static final class StarredFactory implements FilterFactory<Starred> {
        @Override
        public int apiVersion() {
            return API_VERSION;
        }

        @Override
        public String type() {
            return "starred";
        }

        @Override
        public String description() {
            return "has a default that is not YAML";
        }

        @Override
        public Class<Starred> configType() {
            return Starred.class;
        }

        @Override
        public Filter create(Starred config, FilterContext context) {
            return new Filter() {};
        }
    }

    private static String header(FilterHarness harness) {
        return harness.request("GET", "/")
                .send()
                .upstreamHead()
                .headers()
                .all("X")
                .toString();
    }

    @Test
    void readsYamlAsTheGatewayDoes() {
        TestContext context = new TestContext(Path.of("/conf"));

        assertThat(header(FilterHarness.of(new Factory(), "header: X\nfile: a/../b\ntexts: [1, two]\n", context)))
                .isEqualTo("[none[1, two]/conf/b]");
    }

    @Test
    void readsAMapInThePlaceOfYaml() {
        Map<String, Object> config = Map.of("header", "X", "value", "v: [", "file", "/f", "texts", List.of());

        assertThat(header(FilterHarness.of(new Factory(), config))).isEqualTo("[v: [[]/f]");
    }

    @Test
    void reportsEveryProblem() {
        assertThatThrownBy(() -> FilterHarness.of(new Factory(), "headr: X\ntexts: 1\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown key")
                .hasMessageContaining("'header' is missing")
                .hasMessageContaining("'file' is missing")
                .hasMessageContaining("expected a list");
    }

    @Test
    void namesTheConfigurationAndNoFileThatDoesNotExist() {
        assertThatThrownBy(() -> FilterHarness.of(new Factory(), "header: X\nfile: f\nvalu: x\n"))
                .hasMessage("config of sample:3:1: valu: unknown key; did you mean 'value'?");
    }

    @Test
    void saysThatADefaultInCodeCannotBeUsed() {
        assertThatThrownBy(() -> FilterHarness.of(new StarredFactory(), "mask: x"))
                .hasMessageStartingWith(
                        "Starred.mask: the default '***' that its @Key gives cannot be used: not YAML: ");
    }

    @Test
    void passesOnWhatTheRecordAndTheFactoryRefuse() {
        assertThatThrownBy(() -> FilterHarness.of(new Factory(), "{header: '', file: f}"))
                .hasMessageContaining("the header needs a name");
        assertThatThrownBy(() -> FilterHarness.of(new Factory(), "{header: X, file: f, texts: [unreadable]}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be read");
    }
}
