package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BulkEditTest {

    @Test
    void forgetsEverythingWhenItIsCleared() {
        BulkEdit edit = new BulkEdit()
                .set(BulkField.INDEX, "a")
                .prefix(BulkField.ID, "b")
                .remove(BulkField.TYPE);
        assertThat(edit.change(BulkField.INDEX)).isEqualTo(BulkEdit.Change.SET);
        assertThat(edit.text(BulkField.ID)).isEqualTo("b");
        assertThat(edit.text(BulkField.TYPE)).isEmpty();
        assertThat(edit.isEmpty()).isFalse();

        edit.clear();
        assertThat(edit.isEmpty()).isTrue();
        assertThat(edit.change(BulkField.INDEX)).isEqualTo(BulkEdit.Change.KEEP);
        assertThat(edit.text(BulkField.INDEX)).isEmpty();
    }

    @Test
    void takesTheLastChangeOfAField() {
        BulkEdit edit = new BulkEdit().set(BulkField.INDEX, "a").remove(BulkField.INDEX);
        assertThat(edit.change(BulkField.INDEX)).isEqualTo(BulkEdit.Change.REMOVE);
    }
}
