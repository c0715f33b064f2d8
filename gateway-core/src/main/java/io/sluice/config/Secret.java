package io.sluice.config;

/**
 * A text that never appears in logs or answers.
 *
 * @param value the text itself
 */
public record Secret(String value) {

    @Override
    public String toString() {
        return "***";
    }
}
