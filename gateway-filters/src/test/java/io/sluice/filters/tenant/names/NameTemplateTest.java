package io.sluice.filters.tenant.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameTemplateTest {

    private static final TenantName PLAIN = new TenantName(false);
    private static final TenantName HYPHENS = new TenantName(true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{index}",
                "{tenant}",
                "logs",
                "",
                "{tenant}{index}",
                "{index}{tenant}",
                "{tenant}_{index}",
                "{index}_{tenant}",
                "{tenant}a.{index}",
                "{index}.a{tenant}",
                "{tenant}.{tenant}",
                "{index}.{tenant}.{index}",
                "_{tenant}.{index}",
                ".{tenant}.{index}",
                "-{tenant}.{index}",
                "T{tenant}.{index}",
                "{tenant}.*{index}",
                "{tenant},{index}",
                "{tenant}.{ index }",
                "{tenant}:{index}"
            })
    void refusesTemplatesWithWhichTenantsCouldMeet(String template) {
        assertThatThrownBy(() -> NameTemplate.parse(template, PLAIN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesHyphensBetweenNamesThatMayHaveThem() {
        assertThatThrownBy(() -> NameTemplate.parse("{tenant}-{index}", HYPHENS))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(NameTemplate.parse("{tenant}-{index}", PLAIN).before("acme")).isEqualTo("acme-");
    }

    @Test
    void putsTextAroundTheIndexOnEitherSide() {
        NameTemplate template = NameTemplate.parse("x-{index}.of.{tenant}-z", PLAIN);

        assertThat(template.before("acme")).isEqualTo("x-");
        assertThat(template.after("acme")).isEqualTo(".of.acme-z");
    }
}
