package io.sluice.filters.apikey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.Principal;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyListTest {

    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
    private static final String HASH = "sha256:" + HexFormat.of().formatHex(ApiKey.sha256("s3cret".getBytes(UTF_8)));

    private static Finding find(String file, String id, String secret) {
        String pair = Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(UTF_8));
        return KeyList.parse(file.getBytes(UTF_8)).find(Objects.requireNonNull(ApiKey.parse("ApiKey " + pair)), NOW);
    }

    private static Principal principal(String line) {
        return ((Finding.Known) find(line, line.split("\\s")[0], "s3cret")).principal();
    }

    @Test
    void takesTheIdForTheNameWhereNoneIsGiven() {
        assertThat(principal("build-7 " + HASH)).isEqualTo(new Principal("build-7", "api-key"));
    }

    @Test
    void readsNameClaimsAndExpiry() {
        assertThat(
                        principal(
                                "k\t" + HASH.replace("a", "A").replace("shA", "sha")
                                        + "  name=ci%20team claims.roles=reader,wr%2Citer claims.tenant=acme expires=2026-06-01T00:00:01Z"))
                .isEqualTo(new Principal(
                        "ci team",
                        "api-key",
                        Map.of("roles", List.of("reader", "wr,iter"), "tenant", List.of("acme"))));
    }

    @Test
    void skipsEmptyLinesAndThoseWithAHashSign() {
        assertThat(find("# keys\r\n\r\n  \t\nk " + HASH + "\r\n", "k", "s3cret"))
                .isInstanceOf(Finding.Known.class);
        assertThat(KeyList.parse(new byte[0]).size()).isZero();
    }

    @Test
    void tellsAWrongSecretAnUnknownIdAndTheEndOfAKeyApart() {
        String file = "k " + HASH + " expires=2026-06-01T00:00:00Z\n";

        assertThat(find(file, "k", "other")).isEqualTo(new Finding.Wrong());
        assertThat(find(file, "K", "s3cret")).isEqualTo(new Finding.UnknownId());
        assertThat(find(file, "k", "s3cret")).isEqualTo(new Finding.Expired());
    }

    @Test
    void acceptsNoKeyByTheHashThatStandsInTheFile() {
        assertThat(find("k " + HASH, "k", HASH)).isInstanceOf(Finding.Wrong.class);
        assertThat(find("k " + HASH, "k", HASH.substring("sha256:".length()))).isInstanceOf(Finding.Wrong.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            k                                      | no sha256:
            k 00ff                                 | no sha256:
            k sha256:00ff                          | no sha256:
            k:l HASH                               | has an id
            k\u00e4 HASH                           | has an id
            \uFEFFk HASH                           | has an id
            k HASH expire=2027-01-01T00:00:00Z     | has something else
            k HASH roles=admin                     | has something else
            k HASH claims.=x                       | has something else
            k HASH name                            | has something else
            k HASH name=a name=b                   | has name twice
            k HASH claims.a=x claims.a=y           | has claims.a twice
            k HASH name=a,b                        | several values
            k HASH name=                           | blank
            k HASH name=%20                        | blank
            k HASH claims.a=x,,y                   | blank
            k HASH name=a%0Ab                      | control
            k HASH name=%                          | percent sign
            k HASH name=%4                         | percent sign
            k HASH name=%zz                        | percent sign
            k HASH name=%ff                        | not UTF-8
            k HASH expires=tomorrow                | expires
            k HASH expires=2027-01-01              | expires
            """)
    void refusesAFileWithALineThatMightMeanSomethingElse(String line, String problem) {
        String file = "# first\n" + line.replace("HASH", HASH);

        assertThatThrownBy(() -> KeyList.parse(file.getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("line 2 ")
                .hasMessageContaining(problem)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(HASH));
    }

    @Test
    void refusesTwoKeysWithOneId() {
        assertThatThrownBy(() -> KeyList.parse(("k " + HASH + "\nk " + HASH + " name=other\n").getBytes(UTF_8)))
                .hasMessage("line 2 has the id of an earlier line");
    }

    @Test
    void refusesAFileThatIsNotUtf8() {
        assertThatThrownBy(() -> KeyList.parse(new byte[] {'#', (byte) 0xff})).hasMessage("the file is not UTF-8");
    }
}
