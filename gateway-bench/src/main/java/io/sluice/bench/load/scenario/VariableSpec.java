package io.sluice.bench.load.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a variable's values come from: {@code list} (values), {@code file} (path, a line each;
 * decompressed if it ends in {@code .gz}, one of the tool's own if it begins with {@code shipped:}), {@code sequence} (from,
 * step), {@code range} (from, to; a random whole number), {@code uuid}, {@code now} (format, a date-time pattern or
 * {@code epoch_millis}), {@code random} (length; letters and digits).
 */
public record VariableSpec(
        String type,
        @Nullable List<String> values,
        @Nullable String path,
        @Nullable Long from,
        @Nullable Long to,
        @Nullable Long step,
        @Nullable Integer length,
        @Nullable String format) {}
