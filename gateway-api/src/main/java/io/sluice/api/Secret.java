package io.sluice.api;

/**
 * A text that never appears in logs, answers or the rendered configuration.
 *
 * @param value the text itself
 */
public record Secret(String value) {

    @Override
    public String toString() {
        return "***";
    }
}
