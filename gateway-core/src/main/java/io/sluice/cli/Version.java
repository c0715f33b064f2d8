package io.sluice.cli;

/** The version of the jar. */
final class Version {
    private Version() {}

    static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
