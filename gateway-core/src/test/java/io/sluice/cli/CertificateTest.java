package io.sluice.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs {@code sluice certificate} for a directory, and looks at what is there then. */
abstract class CertificateTest {

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    @TempDir
    Path home;

    Path certs;

    @BeforeEach
    void choose() {
        certs = home.resolve("my certs");
    }

    int run(String... options) {
        List<String> arguments = new ArrayList<>(List.of("certificate", "--out", certs.toString()));
        arguments.addAll(List.of(options));
        err.getBuffer().setLength(0);
        String[] all = arguments.toArray(String[]::new);
        CommandLine command = Sluice.commandLine(all);
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return command.execute(all);
    }

    String permissions(String file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(certs.resolve(file)));
    }

    List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(certs)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
