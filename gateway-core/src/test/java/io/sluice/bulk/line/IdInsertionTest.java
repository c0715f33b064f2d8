package io.sluice.bulk.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkDefaults;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.bulk.verdict.Malformed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdInsertionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"index\":{}} | {\"index\":{\"_id\":\"abc\"}}",
                "{\"create\":{ }} | {\"create\":{\"_id\":\"abc\" }}",
                "{ \"index\" : { \"_index\" : \"a\" } } | { \"index\" : {\"_id\":\"abc\", \"_index\" : \"a\" } }",
                "{\"index\":{\"_index\":\"é\"}} | {\"index\":{\"_id\":\"abc\",\"_index\":\"é\"}}"
            })
    void putsAnIdFirst(String line, String expected) {
        assertThat(inserted(line)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index\":{\"_id\":null}}",
                "{\"index\":{\"_index\":\"a\", \"_id\" : null}}",
                "{\"index\":{\"\\u005fid\":null}}",
                "{\"\\u0069ndex\":{}}",
                "{\"index\":{/* { */}}",
                "/* { */{\"index\":{}}",
                "{\"index\"/*{*/:{}}",
                "\uFEFF{\"index\":{}}",
                "{\"index\":{"
            })
    void leavesUnusualLinesAlone(String line) {
        assertThat(inserted(line)).isEqualTo(line);
    }

    @Test
    void looksAtTheActionLineOnly() {
        assertThat(inserted("{\"index\":{}}\n{\"_id\":1,\"a\":\"\\n\"}\n"))
                .isEqualTo("{\"index\":{\"_id\":\"abc\"}}\n{\"_id\":1,\"a\":\"\\n\"}\n");
    }

    private static String inserted(String line) {
        byte[] bytes = ("xy" + line).getBytes(UTF_8);
        int at = IdInsertion.at(bytes, 2, bytes.length);
        assertThat(placeInReadLine(bytes)).isEqualTo(at);
        if (at < 0) {
            return line;
        }
        byte[] member = new byte[13];
        int length = IdInsertion.write("abc".getBytes(UTF_8), bytes, at, member);
        return new String(bytes, 2, at - 2, UTF_8)
                + new String(member, 0, length, UTF_8)
                + new String(bytes, at, bytes.length - at, UTF_8);
    }

    /** The place by the line's reader, which a line of the same form follows. */
    private static int placeInReadLine(byte[] bytes) {
        BulkActionCodec codec = new BulkActionCodec(new BulkDefaults(null, null, null), BulkGrammar.TOLERANT);
        int end = 2;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        try {
            codec.read(bytes, 2, end, 1);
            int first = codec.line().idAt(bytes, 2, bytes.length);
            codec.read(bytes, 2, end, 2);
            assertThat(codec.line().idAt(bytes, 2, bytes.length)).isEqualTo(first);
            return first;
        } catch (Malformed refused) {
            return -1;
        }
    }
}
