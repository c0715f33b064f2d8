package io.sluice.plugins.diskqueue;

import io.sluice.api.QueueFactory;
import io.sluice.api.queue.QueueContext;
import io.sluice.api.queue.RecordQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Opens queues in directories. */
public final class DiskQueueFactory implements QueueFactory<DiskQueueConfig> {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*");

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "disk";
    }

    @Override
    public String description() {
        return "keeps records in files of this machine, synced before they are acknowledged";
    }

    @Override
    public Class<DiskQueueConfig> configType() {
        return DiskQueueConfig.class;
    }

    @Override
    public int lanes(DiskQueueConfig config) {
        return config.lanes();
    }

    @Override
    public void check(DiskQueueConfig config, QueueContext context) throws IOException {
        LocalDisk.check(directory(config, context));
    }

    @Override
    public RecordQueue open(DiskQueueConfig config, QueueContext context) throws IOException {
        return DiskQueue.open(config, context, new LocalDisk(directory(config, context)));
    }

    private static Path directory(DiskQueueConfig config, QueueContext context) {
        if (!NAME.matcher(context.name()).matches()) {
            throw new IllegalArgumentException("the queue's name is no name of a directory: " + context.name());
        }
        return context.configDirectory().resolve(config.directory()).resolve(context.name());
    }
}
