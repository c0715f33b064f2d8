package io.sluice.bench.stub.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {
    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, 9, 10, 99, 100, 101, 999, 1_000, 9_999, 10_000, 10_001, 99_999, 123_456, 1_000_000, 99_999_999
            })
    void writesNumbersAsTheyAre(int number) {
        assertThat(written(number)).isEqualTo(Integer.toString(number));
    }

    @Test
    void writesAnyNumberAsItIs() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            int number = random.nextInt(Decimal.LIMIT) >>> random.nextInt(27);
            assertThat(written(number)).as("seed %d", seed).isEqualTo(Integer.toString(number));
        }
    }

    private static String written(int number) {
        byte[] bytes = new byte[8];
        int length = Decimal.write(number, bytes, 0);
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
}
