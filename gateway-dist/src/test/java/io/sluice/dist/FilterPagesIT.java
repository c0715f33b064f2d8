package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sluice.api.FilterFactory;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.KeyRow;
import io.sluice.filters.match.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of each filter that the distribution has, those of its plugins too. */
class FilterPagesIT {

    private static final Path PAGES = Path.of("..", "docs", "filters");
    /** What examples take from there. */
    private static final Map<String, String> ENVIRONMENT = Map.of("REDIS_PASSWORD", "secret");

    private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");

    private static Map<String, FilterFactory<?>> factories() {
        Map<String, FilterFactory<?>> all = new TreeMap<>();
        for (FilterFactory<?> factory : ServiceLoader.load(FilterFactory.class)) {
            all.put(factory.type(), factory);
        }
        return all;
    }

    private static String page(String name) throws IOException {
        return Files.readString(PAGES.resolve(name + ".md"));
    }

    @Test
    void seesTheFiltersOfPlugins() {
        assertThat(factories()).containsKeys("jwt", "ldap", "rate-limit", "tenant");
    }

    @Test
    void documentsEveryKeyWithItsDefault() throws IOException {
        for (FilterFactory<?> factory : factories().values()) {
            String page = page(factory.type());
            for (KeyRow key : KeyRow.of(factory.configType())) {
                boolean top = !key.path().contains(".");
                boolean simple = !key.def().isEmpty()
                        && !key.def().equals("required")
                        && !key.def().equals("{}");
                String row = "| `" + key.path() + "` |";
                assertThat(!top || page.contains(row))
                        .as("%s of %s", row, factory.type())
                        .isTrue();
                String def = "| `" + key.def() + "` |";
                assertThat(!top || !simple || page.contains(def))
                        .as("%s of %s", def, row)
                        .isTrue();
            }
        }
    }

    @Test
    void documentsEveryKeyOfACondition() throws IOException {
        for (KeyRow key : KeyRow.of(Condition.class)) {
            if (!key.path().contains("[]")) {
                assertThat(page("conditions")).contains("| `" + key.path() + "` |");
            }
        }
    }

    @Test
    void givesExamplesThatTheGatewayTakes() throws IOException, ConfigException {
        for (String name : factories().keySet()) {
            assertThat(checkExamples(PAGES.resolve(name + ".md"))).as(name).isPositive();
        }
        assertThat(checkExamples(PAGES.resolve("conditions.md"))).isPositive();
    }

    private static int checkExamples(Path page) throws IOException, ConfigException {
        int checked = 0;
        Matcher example = EXAMPLE.matcher(Files.readString(page));
        while (example.find()) {
            for (JsonNode filter : new YAMLMapper().readTree(example.group(1))) {
                FilterFactory<?> factory = factories().get(filter.path("type").asText());
                String config = new ObjectMapper().writeValueAsString(filter.path("config"));
                new ConfigLoader(ENVIRONMENT).parseFilter(config, page.toString(), Path.of(""), factory.configType());
                checked++;
            }
        }
        return checked;
    }

    @Test
    void listsEveryFilter() throws IOException {
        for (FilterFactory<?> factory : factories().values()) {
            assertThat(page("README")).contains("[`" + factory.type() + "`](" + factory.type() + ".md)");
        }
    }
}
