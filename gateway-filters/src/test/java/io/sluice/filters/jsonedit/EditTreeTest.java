package io.sluice.filters.jsonedit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testkit.FilterHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditTreeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|nothing to edit",
                "[{remove: a}]|not a JSON pointer",
                "[{remove: /a~2b}]|not a JSON pointer",
                "[{remove: /a~}]|not a JSON pointer",
                "[{remove: ''}]|whole body",
                "[{rename: {path: '', to: b}}]|whole body",
                "[{rename: {path: /a/*, to: b}}]|two different names",
                "[{rename: {path: /a, to: a}}]|two different names",
                "[{rename: {path: /a, to: '*'}}]|two different names",
                "[{remove: /a}, {remove: /a}]|two edits of the same path",
                "[{remove: /a}, {set: {path: /a/b, value: 1}}]|nothing below /a",
                "[{set: {path: /a, value: 1}}, {remove: /a/*}]|nothing below /a",
                "[{rename: {path: /a, to: c}}, {rename: {path: /b, to: c}}]|same name",
                "[{rename: {path: /a, to: b}}, {set: {path: /b, value: 1}}]|target of a rename",
                "[{remove: /a/*}, {remove: /a/b/c}]|contradict",
                "[{remove: /a/*}, {rename: {path: /a/b, to: c}}]|contradict",
                "[{rename: {path: /*/a, to: b}}, {set: {path: /k/b, value: 1}}]|target of a rename",
                "[{rename: {path: /*/a, to: b}}, {rename: {path: /k/c, to: b}}]|same name",
                "[{remove: /*/*}, {set: {path: /a/b/c, value: 1}}]|contradict",
                "[{replace: {path: /a}}]|value",
                "[{set: /a}]|expected a section",
                "[{delete: /a}]|unknown key",
                "[{remove: /a, set: {path: /b, value: 1}}]|exactly one"
            })
    void refusesEditsThatContradictEachOther(String edits, String message) {
        assertThatThrownBy(() -> FilterHarness.of(JsonEditFilter.class, "request: " + edits))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesMoreNamesThanCanBeGuarded() {
        StringBuilder edits = new StringBuilder("request:\n");
        for (int i = 0; i < 65; i++) {
            edits.append("  - remove: /name").append(i).append('\n');
        }

        assertThatThrownBy(() -> FilterHarness.of(JsonEditFilter.class, edits.toString()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
