package io.sluice.bench.compare.collectors;

import io.sluice.bench.net.Addresses;
import io.sluice.bench.proxy.JvmRecording;
import io.sluice.bench.proxy.StartedSubject;
import io.sluice.bench.proxy.Subject;
import io.sluice.bench.proxy.Workspace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The gateway of one home with one heap, as a process of ours that records its pauses. */
final class StartedGateway implements AutoCloseable {
    private final Subject subject;
    private final InetSocketAddress admin;
    private final JvmRecording recording;

    private StartedGateway(Subject subject, InetSocketAddress admin, JvmRecording recording) {
        this.subject = subject;
        this.admin = admin;
        this.recording = recording;
    }

    /** Starts it before the stub and waits until it listens. */
    static StartedGateway start(
            GatewayHome home, String name, Work work, String heap, InetSocketAddress upstream, Path directory)
            throws IOException, InterruptedException {
        InetSocketAddress listen = Addresses.free();
        InetSocketAddress admin = Addresses.free();
        Path config = Files.writeString(directory.resolve(name + ".yml"), filled(home, work, listen, admin, upstream));
        JvmRecording recording = new JvmRecording(directory, name);
        List<String> command = home.command("-Xmx" + heap, false, "run", "--config", config.toString());
        Subject subject = StartedSubject.start(name, listen, command, recording, new Workspace(directory, ""));
        return new StartedGateway(subject, admin, recording);
    }

    /** The configuration with its addresses. */
    static String filled(
            GatewayHome home,
            Work work,
            InetSocketAddress listen,
            InetSocketAddress admin,
            InetSocketAddress upstream) {
        return work.gateway()
                .replace("${LISTEN}", Addresses.text(listen))
                .replace("${ADMIN}", Addresses.text(admin))
                .replace("${UPSTREAM}", Addresses.text(upstream))
                .replace("${PLUGINS}", home.plugins().toString());
    }

    InetSocketAddress address() {
        return subject.address();
    }

    InetSocketAddress admin() {
        return admin;
    }

    ProcessHandle process() {
        return subject.process();
    }

    /** Complete only when the process has ended. */
    JvmRecording recording() {
        return recording;
    }

    @Override
    public void close() {
        subject.close();
    }
}
