package io.sluice.metrics;

/** The version of the jar. */
public final class BuildVersion {
    private BuildVersion() {}

    /** As in {@code 0.1.0}; {@code development} where the classes do not come from a jar. */
    public static String number() {
        String version = BuildVersion.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
