package io.sluice.bench.net;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that run this tool's classes in a JVM of their own: on the same Java and class path. */
public final class OwnJava {
    private static final int FIRST_TO_WARN_OF_UNSAFE = 24;

    private OwnJava() {}

    /**
     * The command.
     *
     * @param flags of the JVM, behind those that Netty needs
     */
    public static List<String> command(List<String> flags, String mainClass, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        if (Runtime.version().feature() >= FIRST_TO_WARN_OF_UNSAFE) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(List.of(arguments));
        return command;
    }
}
