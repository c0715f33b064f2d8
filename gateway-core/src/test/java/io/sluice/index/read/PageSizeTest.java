package io.sluice.index.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageSizeTest {
    private static final int WANTED = 2 << 20;

    @Test
    void beginsWithPagesThatFourWorkersCanHoldOfLongDocuments() {
        assertThat(new PageSize(WANTED, 10_000).size() * 80_000).isLessThan(WANTED);
    }

    @Test
    void comesToTheWantedLengthInFewPages() {
        PageSize pages = new PageSize(WANTED, 10_000);
        for (int i = 0; i < 4; i++) {
            pages.seen(pages.size(), pages.size() * 1_000L);
        }

        assertThat(pages.size()).isEqualTo(WANTED / 1_000);
    }
}
