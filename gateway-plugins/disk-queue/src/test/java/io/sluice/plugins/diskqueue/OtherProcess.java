package io.sluice.plugins.diskqueue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process of its own that tries to lock a file: within one, the JVM knows its locks whatever has become of the system's. */
final class OtherProcess {
    private static final int TAKEN = 3;

    private OtherProcess() {}

    static boolean canLock(Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        file.toString())
                .inheritIO()
                .start();
        int code = process.waitFor();
        if (code != 0 && code != TAKEN) {
            throw new IOException("the other process ended with " + code);
        }
        return code == 0;
    }

    /** Ends with 0 if it got the lock. */
    public static void main(String[] arguments) throws IOException {
        boolean locked;
        try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
            locked = channel.tryLock() != null;
        }
        System.exit(locked ? 0 : TAKEN);
    }
}
