package io.sluice.filters.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.Problem;
import io.sluice.filters.access.AccessFilter_Factory;
import io.sluice.filters.basicauth.BasicAuthFilter_Factory;
import io.sluice.plugin.FilterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserlessConditionsTest {
    private static final String BASIC_AUTH = "{ type: basic-auth, config: { file: users.txt } }";
    private static final String ACCESS = "{ type: access, config: { otherwise: allow,"
            + " rules: [deny: { any: [{ principals: [guest] }, { methods: [PUT] }] }] } }";

    @Test
    void warnsOfAConditionAboutUsersBeforeTheFilterThatKnowsThem() throws ConfigException {
        assertThat(warnings(ACCESS + ", " + BASIC_AUTH))
                .singleElement()
                .asString()
                .contains("flows.default.filters[0]", "no filter before this one authenticates users");
    }

    @Test
    void warnsOfAConditionAboutClaimsToo() throws ConfigException {
        assertThat(warnings(ACCESS.replace("principals: [guest]", "claims: { roles: [guest] }")))
                .hasSize(1);
    }

    @Test
    void saysNothingWhereUsersAreKnownOrNotAskedFor() throws ConfigException {
        assertThat(warnings(BASIC_AUTH + ", " + ACCESS)).isEmpty();
        assertThat(warnings(ACCESS.replace("principals: [guest]", "paths: [\"/**\"]")))
                .isEmpty();
    }

    private static List<Problem> warnings(String filters) throws ConfigException {
        String yaml = """
                listeners: [{ name: main, bind: ":9200", routes: [flow: default] }]
                clusters: { primary: { nodes: ["http://127.0.0.1:9201"] } }
                flows: { default: { filters: [%s], relay: { cluster: primary } } }
                """.formatted(filters);
        var types = FilterRegistry.of(new AccessFilter_Factory(), new BasicAuthFilter_Factory());
        return new ConfigLoader(Map.of())
                .parse(yaml, Path.of("gateway.yml"), plugins -> types)
                .warnings();
    }
}
