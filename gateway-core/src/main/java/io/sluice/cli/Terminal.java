package io.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells whether somebody sits at an input or output. Stateless. */
final class Terminal {
    static final int INPUT = 0;
    static final int OUTPUT = 1;
    static final int ERRORS = 2;

    private Terminal() {}

    /** Whether this descriptor is a terminal; Java 21 cannot tell, since its Console is about the input too. */
    static boolean isAt(int descriptor) {
        try {
            String file = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }
}
