package io.sluice.plugins.ldap;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.KeyRow;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LdapPageTest {

    private static final Pattern EXAMPLE = Pattern.compile("(?m)^- type: ldap\n  config:\n((?:    .*\n)+)");

    private static String page() throws Exception {
        return Files.readString(Path.of("../../docs/filters/ldap.md"));
    }

    @Test
    void documentsEveryKeyWithItsDefault() throws Exception {
        for (KeyRow key : KeyRow.of(LdapConfig.class)) {
            if (!key.path().contains(".")) {
                assertThat(page()).contains("| `" + key.path() + "` |");
                boolean simple = !key.def().isEmpty() && !key.def().equals("required");
                assertThat(!simple || page().contains("| `" + key.def() + "` |"))
                        .as(key.path())
                        .isTrue();
            }
        }
    }

    @Test
    void givesExamplesThatTheGatewayTakes() throws Exception {
        List<String> examples = EXAMPLE.matcher(page())
                .results()
                .map(MatchResult::group)
                .map(text -> text.substring(text.indexOf("config:\n") + 8).replaceAll("(?m)^    ", ""))
                .toList();

        assertThat(examples).hasSize(2);
        for (String example : examples) {
            FilterHarness.of(LdapFilter.class, example, new TestContext()).close();
        }
    }
}
