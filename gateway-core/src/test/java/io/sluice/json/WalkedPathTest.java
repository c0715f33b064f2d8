package io.sluice.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WalkedPathTest {
    private final WalkedPath path = new WalkedPath();

    private String pointer(int longest, String... names) {
        for (String name : names) {
            path.enter(name);
        }
        return path.pointer(longest);
    }

    @Test
    void isEmptyAtTheRoot() {
        assertThat(pointer(10)).isEmpty();
    }

    @Test
    void isAPointerWithEscapes() {
        assertThat(pointer(100, "a", "b/c~d", "0")).isEqualTo("/a/b~1c~0d/0");
    }

    @Test
    void goesBack() {
        pointer(100, "a", "b");
        path.leave();

        assertThat(pointer(100, "c")).isEqualTo("/a/c");
    }

    @Test
    void isCutWhereItIsTooLong() {
        assertThat(pointer(6, "abcde")).isEqualTo("/abcde");
        assertThat(path.pointer(5)).isEqualTo("/abcd...");
        assertThat(pointer(6, "f")).isEqualTo("/abcde...");
    }

    @Test
    void isNotCutWithinACharacter() {
        assertThat(pointer(4, "ab\ud83d\ude00")).isEqualTo("/ab...");
    }
}
