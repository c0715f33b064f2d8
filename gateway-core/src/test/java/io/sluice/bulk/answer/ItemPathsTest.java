package io.sluice.bulk.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemPathsTest {

    private static boolean keepEach(String filter) {
        return ItemPaths.keepEach(RequestTarget.parse("/_bulk?filter_path=" + filter));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "items",
                "items.*",
                "items.**",
                "it*s",
                "**",
                "took,items.*.status",
                "items.*.error,%20items.*._index",
                "**._index",
                "items.**.status",
                "items.*.s*t*s",
                "items.index,items.create,items.update,items.delete",
                "-took",
                "-items.*.error",
                "-items.*.status",
                "items,-items.*._shards",
                "-items.*._shards.total"
            })
    void eachItemIsShown(String filter) {
        assertThat(keepEach(filter)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "took",
                "errors,items.*.error",
                "items.*.error.type",
                "items.*._id",
                "items.index.status",
                "items.*.status.more",
                "item.*.status",
                "items.*.stat*x",
                "-items",
                "-items.*",
                "-**",
                "-items.index",
                "items.*.status,-items.*.status",
                "-items.*.status,-items.*._index"
            })
    void someItemsMayBeLeftOut(String filter) {
        assertThat(keepEach(filter)).isFalse();
    }

    @Test
    void eachItemIsShownWithoutPaths() {
        assertThat(ItemPaths.keepEach(RequestTarget.parse("/_bulk"))).isTrue();
    }

    @Test
    void readsManyWildcardsInTheirNumber() {
        assertThat(keepEach("**.".repeat(20_000) + "x," + "*".repeat(20_000) + "x"))
                .isFalse();
    }
}
