package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Key;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sections whose configuration is that of a bulk router's type. */
class RouterSectionTest {

    private final List<Problem> problems = new ArrayList<>();

    private record Section(
            @Key("the router's type") String groupBy,
            @Key("what it needs") @Nullable Record config,
            @Key(value = "another key", def = "3") int other,
            Place place) {}

    private @Nullable Section bind(String yaml) {
        ConfigNode node = YamlReader.read(yaml, Place.of("f.yml"), new Environment(Map.of()), problems);
        return new RecordBinder(Path.of(""), SampleSettings.TYPES, new KnownPatterns(), problems)
                .bind(node, Section.class);
    }

    @Test
    void bindsTheTypesRecord() {
        Section section = bind("{ groupBy: sample-router, config: { name: GET }, other: 4 }");

        assertThat(problems).isEmpty();
        assertThat(section.config()).isEqualTo(new SampleSettings.Method("GET"));
        assertThat(section.other()).isEqualTo(4);
        assertThat(section.place().line()).isEqualTo(1);
    }

    @Test
    void hasNothingToConfigureWhereNoRouterIsWanted() {
        assertThat(bind("{ groupBy: none }").config()).isNull();
        assertThat(problems).isEmpty();

        assertThat(bind("{ groupBy: none, config: {} }")).isNull();
        assertThat(problems).singleElement().asString().contains("config: 'none' needs no configuration");
    }

    @Test
    void reportsATypeThatNoPluginHas() {
        assertThat(bind("{ groupBy: sample-ruoter }")).isNull();
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("f.yml:1:12: groupBy: no plugin has a bulk router of type 'sample-ruoter'; did you mean"
                        + " 'sample-router'?");
    }

    @Test
    void reportsWhatTheTypesRecordMisses() {
        assertThat(bind("{ groupBy: sample-router }")).isNull();
        assertThat(problems).singleElement().asString().contains("key 'name' is missing");
    }
}
