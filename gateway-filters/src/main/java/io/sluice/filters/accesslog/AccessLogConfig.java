package io.sluice.filters.accesslog;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import io.sluice.api.SensitiveNames;
import io.sluice.filters.http.OwnedHeaders;
import io.sluice.filters.lines.LineFormat;
import io.sluice.filters.lines.LogFile;
import io.sluice.filters.lines.LogSink;
import io.sluice.filters.lines.StdoutSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where the filter {@code access-log} writes, and what. */
public record AccessLogConfig(
        @Key("the file, relative to the configuration file; left out: standard output") @Nullable Path file,

        @Key("size at which the file is renamed to FILE.1 and a new one begun; left out: never") @Nullable ByteSize rotateAt,

        @Key(value = "how many renamed files are kept", def = "5")
        int keep,

        @Key(value = "how many lines may wait to be written; above it lines are dropped and counted", def = "16384")
        int queue,

        @Key(value = "whether the query string is logged; it may reveal what users search for", def = "false")
        boolean query,

        @Key(value = "'dotted': a member for each field, or 'nested': objects in objects", def = "dotted")
        LineFormat format,

        @Key("request headers to log, by name; those that carry credentials are refused")
        List<String> headers) {

    public AccessLogConfig {
        headers = headers.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        for (String name : headers) {
            OwnedHeaders.checkName(name);
            if (SensitiveNames.matches(name)) {
                throw new IllegalArgumentException("header " + name + " may carry credentials and cannot be logged");
            }
        }
        if (file == null && rotateAt != null) {
            throw new IllegalArgumentException("rotateAt needs a file");
        }
        LogFile.check(rotateAt, keep, queue);
    }

    /**
     * Where lines go.
     *
     * @throws IOException if the file cannot be written
     */
    LogSink sink() throws IOException {
        return file == null ? new StdoutSink(System.out) : new LogFile(file, rotateAt, keep, queue).sink();
    }
}
