package io.sluice.bench.proxy;

import io.sluice.bench.net.Addresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A gateway to be started as a process.
 *
 * @param home directory of an unpacked Sluice
 * @param template its configuration with the holes LISTEN, UPSTREAM, ADMIN, PLUGINS (a dollar sign and braces)
 */
public record SluiceProcess(String name, Path home, String template) {
    /**
     * Starts it on free loopback ports before {@code upstream}, and waits until it listens.
     *
     * @return the running gateway; the caller closes it
     */
    public Subject start(InetSocketAddress upstream, Workspace place, @Nullable JvmRecording recording)
            throws IOException, InterruptedException {
        InetSocketAddress address = Addresses.free();
        String filled = template.replace("${LISTEN}", Addresses.text(address))
                .replace("${UPSTREAM}", Addresses.text(upstream))
                .replace("${PLUGINS}", home.resolve("plugins").toAbsolutePath().toString())
                .replace("${ADMIN}", Addresses.text(Addresses.free()));
        Path config = Files.writeString(place.directory().resolve(name + ".yml"), filled);
        List<String> command = List.of(home.resolve("bin/sluice").toString(), "run", "--config", config.toString());
        return StartedSubject.start(name, address, command, recording, place);
    }
}
