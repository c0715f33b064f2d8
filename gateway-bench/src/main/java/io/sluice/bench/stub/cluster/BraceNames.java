package io.sluice.bench.stub.cluster;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Expands {@code test-1{0..3}} into {@code test-10 .. test-13}; several ranges in a name multiply. */
public final class BraceNames {
    private static final Pattern RANGE = Pattern.compile("\\{(\\d{1,6})\\.\\.(\\d{1,6})}");

    private BraceNames() {}

    /** Every name that the pattern expands to, in order; leading zeros are kept, {@code {00..11}} counts in two digits. */
    public static List<String> expand(String pattern) {
        Matcher range = RANGE.matcher(pattern);
        if (!range.find()) {
            return List.of(pattern);
        }
        String prefix = pattern.substring(0, range.start());
        String rest = pattern.substring(range.end());
        int width = range.group(1).startsWith("0") ? range.group(1).length() : 1;
        int first = Integer.parseInt(range.group(1));
        int last = Integer.parseInt(range.group(2));
        return IntStream.rangeClosed(first, last)
                .mapToObj(i -> prefix + ("%0" + width + "d").formatted(i) + rest)
                .flatMap(name -> expand(name).stream())
                .toList();
    }
}
