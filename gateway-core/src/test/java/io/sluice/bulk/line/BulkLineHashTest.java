package io.sluice.bulk.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkField;
import io.sluice.bulk.hash.RoutingHash;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.bulk.verdict.Malformed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BulkLineHashTest {

    @ParameterizedTest
    @CsvSource({
        "\\u0068ello world, hello world",
        "hello\\tworld, 'hello\tworld'",
        "\\u0393ειά σου Κόσμε, Γειά σου Κόσμε",
        "Supplementary planes too \\uD83D\\uDE42, Supplementary planes too 🙂",
        "\\/\\\"\\\\\\b\\f\\n\\r, '/\"\\\b\f\n\r'"
    })
    void hashesAnEscapedIdOfALineAsTheTextItStandsFor(String escaped, String text) {
        BulkLine line = line("{\"index\":{\"_id\":\"" + escaped + "\",\"routing\":\"" + escaped + "\"}}");

        assertThat(line.routingHash(BulkField.ID)).isEqualTo(RoutingHash.of(text));
        assertThat(line.routingHash(BulkField.ROUTING)).isEqualTo(RoutingHash.of(text));
    }

    @Test
    void hashesANumberAsItIsWritten() {
        assertThat(line("{\"index\":{\"_id\":17}}").routingHash(BulkField.ID)).isEqualTo(RoutingHash.of("17"));
        assertThat(line("{\"index\":{\"_id\":1.50}}").routingHash(BulkField.ID)).isEqualTo(RoutingHash.of("1.50"));
    }

    @Test
    void hashesTheUrlsRoutingWhereTheLineIsSilent() {
        assertThat(line("{\"index\":{\"_id\":\"1\"}}").routingHash(BulkField.ROUTING))
                .isEqualTo(RoutingHash.of("from the URL"));
        assertThat(line("{\"index\":{\"routing\":\"r\"}}").routingHash(BulkField.ROUTING))
                .isEqualTo(RoutingHash.of("r"));
    }

    @Test
    void hasNoHashOfWhatIsNotGiven() {
        BulkLine line = line("{\"index\":{}}");

        assertThatThrownBy(() -> line.routingHash(BulkField.ID)).isInstanceOf(IllegalArgumentException.class);
    }

    private static BulkLine line(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        BulkActionCodec codec = new BulkActionCodec(new BulkDefaults(null, "from the URL", null), BulkGrammar.STRICT);
        try {
            codec.read(bytes, 0, bytes.length, 1);
        } catch (Malformed e) {
            throw new AssertionError(e);
        }
        return codec.line();
    }
}
