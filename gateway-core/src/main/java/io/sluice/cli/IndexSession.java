package io.sluice.cli;

import io.sluice.config.ConfigException;
import io.sluice.index.call.CallTerms;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.diff.Side;
import io.sluice.index.job.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * What every command about indices needs while it runs: clusters, progress, and an orderly end if the process is told to stop. For
 * one thread.
 */
final class IndexSession implements AutoCloseable {
    private static final long END_SECONDS = 10;

    private final CommandLine command;
    private final Path config;
    private final Progress progress;
    private final List<ClusterCalls> opened = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    IndexSession(CommandLine command, Path config) {
        this.command = command;
        this.config = config;
        this.progress = new Progress(command.getErr(), Terminal.isAt(Terminal.ERRORS));
        Thread worker = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(worker), "sluice-index-stop"));
    }

    // What the servers hold for this command is freed before the process ends.
    private void stop(Thread worker) {
        if (ended.getCount() == 0) {
            return;
        }
        worker.interrupt();
        try {
            ended.await(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Progress progress() {
        return progress;
    }

    /** The place that an argument names. */
    Place place(String text, Access access) throws ConfigException {
        try {
            return Place.parse(text, access, config);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }

    /** The cluster of a place; closed with this session. */
    Side open(Place place, CallTerms terms) throws IOException, InterruptedException {
        ClusterCalls calls = new ClusterCalls(place.cluster(), terms);
        opened.add(calls);
        return new Side(calls, calls.server());
    }

    @Override
    public void close() {
        progress.close();
        opened.forEach(ClusterCalls::close);
        ended.countDown();
    }
}
