package io.sluice.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JsonNamesTest {

    @Test
    void findsNamesByTheirUtf8() {
        JsonNames names = JsonNames.of("query", "é", "", "x".repeat(70));
        byte[] bytes = ("--query--é--" + "x".repeat(70)).getBytes(UTF_8);
        assertThat(names.indexOf(bytes, 2, 5)).isZero();
        assertThat(names.indexOf(bytes, 9, 2)).isEqualTo(1);
        assertThat(names.indexOf(bytes, 3, 0)).isEqualTo(2);
        assertThat(names.indexOf(bytes, 13, 70)).isEqualTo(3);
        assertThat(names.indexOf(bytes, 2, 4)).isEqualTo(-1);
        assertThat(names.indexOf(bytes, 1, 5)).isEqualTo(-1);
        assertThat(JsonNames.none().indexOf(bytes, 2, 5)).isEqualTo(-1);
    }

    @Test
    void tellsNamesApartThatBeginAndEndAlike() {
        // Given
        String[] all = IntStream.range(0, 64)
                .mapToObj(i -> "a" + "éx".repeat(i % 8) + i + "z")
                .toArray(String[]::new);
        JsonNames names = JsonNames.of(all);
        for (int i = 0; i < all.length; i++) {
            // When
            byte[] known = all[i].getBytes(UTF_8);
            byte[] unknown = all[i].replace('a', 'b').getBytes(UTF_8);
            // Then
            assertThat(names.indexOf(known, 0, known.length)).isEqualTo(i);
            assertThat(names.indexOf(unknown, 0, unknown.length)).isEqualTo(-1);
        }
    }

    @Test
    void findsNamesOfAnyLengthWhereverTheyStand() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            // Given
            String[] all = random.ints(1 + random.nextInt(40), 0, 24)
                    .mapToObj(length -> text(random, length))
                    .distinct()
                    .toArray(String[]::new);
            JsonNames names = JsonNames.of(all);
            String wanted = random.nextBoolean() ? all[random.nextInt(all.length)] : text(random, random.nextInt(24));
            int before = random.nextInt(3);
            String around = text(random, before) + wanted + text(random, random.nextInt(3));
            // When
            int found = names.indexOf(around.getBytes(UTF_8), before, wanted.length());
            // Then
            assertThat(found).isEqualTo(List.of(all).indexOf(wanted));
        }
    }

    // Of two letters and NUL, so that many begin and end alike.
    private static String text(Random random, int length) {
        return random.ints(length, 0, 12)
                .mapToObj(i -> i == 0 ? "b" : i == 1 ? "\0" : "a")
                .collect(Collectors.joining());
    }

    @Test
    void refusesRepeatedNamesHalfSurrogatesAndTooMany() {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonNames.of("a", "b", "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> JsonNames.of("\ud800"));
        String[] many = IntStream.range(0, 65).mapToObj(String::valueOf).toArray(String[]::new);
        assertThatIllegalArgumentException().isThrownBy(() -> JsonNames.of(many));
    }
}
