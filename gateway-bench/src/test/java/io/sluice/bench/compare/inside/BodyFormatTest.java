package io.sluice.bench.compare.inside;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BodyFormatTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void writesTheSameDocumentInEveryFormat() throws IOException {
        for (byte[] city : Cities.read().take(0, 200)) {
            assertThat(new SmileMapper().readTree(BodyFormat.SMILE.document(city)))
                    .isEqualTo(JSON.readTree(city));
            assertThat(new CBORMapper().readTree(BodyFormat.CBOR.document(city)))
                    .isEqualTo(JSON.readTree(city));
        }
    }

    @Test
    void separatesTheLinesOfABulkInSmileByAByteThatNoDocumentHas() throws IOException {
        List<byte[]> cities = Cities.read().take(0, 300);

        List<byte[]> lines = split(BodyFormat.SMILE.bulk(cities));

        assertThat(lines).hasSize(2 * cities.size());
        for (int i = 0; i < cities.size(); i++) {
            assertThat(new SmileMapper().readTree(lines.get(2 * i)).has("index"))
                    .isTrue();
            assertThat(new SmileMapper().readTree(lines.get(2 * i + 1))).isEqualTo(JSON.readTree(cities.get(i)));
        }
    }

    @Test
    void cannotKeepTheSeparatorOutOfDocumentsInCbor() throws IOException {
        byte[] document = "{\"n\":255}".getBytes(StandardCharsets.UTF_8);

        assertThat(split(BodyFormat.CBOR.bulk(List.of(document)))).hasSizeGreaterThan(2);
    }

    @Test
    void writesFourChunksADocument() throws IOException {
        byte[] document = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);

        assertThat(BodyFormat.JSON_IN_CHUNKS.bulk(List.of(document)))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("c\r\n{\"index\":{}}\r\n1\r\n\n\r\n7\r\n{\"a\":1}\r\n1\r\n\n\r\n0\r\n\r\n");
    }

    @Test
    void keepsDigitsThatADoubleLosesWhereNumbersAreDecimals() throws IOException {
        byte[] document = "{\"n\":0.1234567890123456789012345}".getBytes(StandardCharsets.UTF_8);

        assertThat(new SmileMapper()
                        .readTree(BodyFormat.SMILE_DECIMAL.document(document))
                        .path("n")
                        .decimalValue()
                        .toPlainString())
                .isEqualTo("0.1234567890123456789012345");
        assertThat(new SmileMapper()
                        .readTree(BodyFormat.SMILE.document(document))
                        .path("n")
                        .isDouble())
                .isTrue();
    }

    /** As servers do: at every byte 0xFF. */
    private static List<byte[]> split(byte[] bulk) {
        List<byte[]> lines = new ArrayList<>();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (byte one : bulk) {
            if (one == (byte) 0xFF) {
                lines.add(line.toByteArray());
                line.reset();
            } else {
                line.write(one);
            }
        }
        assertThat(line.size()).isZero();
        return lines;
    }
}
