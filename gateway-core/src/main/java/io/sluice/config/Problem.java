package io.sluice.config;

/**
 * A fault in a configuration or, among the warnings, a setting that is probably not intended.
 *
 * @param place the place of the fault
 * @param message what is wrong and what would be right, in one sentence without a full stop; never contains a secret
 */
public record Problem(Place place, String message) {

    /** A problem of a whole file. */
    public static Problem of(String file, String message) {
        return new Problem(Place.of(file), message);
    }

    @Override
    public String toString() {
        String at = place.toString();
        String path = place.path();
        return (at.isEmpty() ? "" : at + ": ") + (path.isEmpty() ? "" : path + ": ") + message;
    }
}
