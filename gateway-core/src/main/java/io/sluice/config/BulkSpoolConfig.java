package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What is spooled of bulks until it is used: in memory up to mergeBytes of one bulk, in a temporary file beyond. */
public record BulkSpoolConfig(
        @Key("where temporary files are made; left out: where the system has them") @Nullable Path directory,

        @Key(value = "what is spooled of one bulk", def = "4GiB")
        ByteSize bytesPerBulk,

        @Key(value = "what is spooled of all bulks", def = "16GiB")
        ByteSize bytes) {}
