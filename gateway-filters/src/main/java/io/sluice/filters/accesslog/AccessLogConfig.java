package io.sluice.filters.accesslog;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import io.sluice.filters.http.OwnedHeaders;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
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

    private static final Pattern SECRET = Pattern.compile("auth|cookie|token|secret|password|credential|api-?key");

    public AccessLogConfig {
        headers = headers.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        for (String name : headers) {
            OwnedHeaders.checkName(name);
            if (SECRET.matcher(name).find()) {
                throw new IllegalArgumentException("header " + name + " may carry credentials and cannot be logged");
            }
        }
        if (file == null && rotateAt != null) {
            throw new IllegalArgumentException("rotateAt needs a file");
        }
        if (rotateAt != null && rotateAt.bytes() < 1024) {
            throw new IllegalArgumentException("rotateAt must be at least 1KiB, is " + rotateAt);
        }
        if (keep < 0 || keep > 1000 || queue < 1) {
            throw new IllegalArgumentException("keep must be between 0 and 1000, queue at least 1");
        }
    }
}
