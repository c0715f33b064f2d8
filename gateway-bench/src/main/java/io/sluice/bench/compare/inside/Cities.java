package io.sluice.bench.compare.inside;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * The documents that are sent: GeoNames' sample.
 *
 * @param documents as JSON in UTF-8
 */
record Cities(List<byte[]> documents) {
    private static final String SAMPLE = "/scenarios/geonames-sample.ndjson.gz";

    Cities {
        documents = List.copyOf(documents);
    }

    static Cities read() throws IOException {
        List<byte[]> documents = new ArrayList<>();
        try (InputStream packed = Objects.requireNonNull(Cities.class.getResourceAsStream(SAMPLE));
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                documents.add(line.getBytes(StandardCharsets.UTF_8));
            }
        }
        return new Cities(documents);
    }

    /** The given number of cities, from the one with the number {@code first} on; the first follows the last. */
    List<byte[]> take(int first, int count) {
        List<byte[]> taken = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            taken.add(documents.get((first + i) % documents.size()));
        }
        return taken;
    }
}
