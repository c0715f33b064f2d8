package io.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.files.OwnerOnly;
import io.sluice.index.diff.Difference;
import io.sluice.index.diff.DifferenceSink;
import io.sluice.index.read.Document;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells differences: the first ones as text, all of them as JSON lines in a file if one is wanted. For one thread. */
final class DifferenceReport implements DifferenceSink, AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final PrintWriter out;
    private final int shown;
    private final int fields;
    private final @Nullable BufferedWriter file;
    private String indexA = "";
    private String indexB = "";
    private int told;

    /**
     * A report.
     *
     * @param shown how many differences of two indices are told as text
     * @param fields how many places of a difference are told
     * @param file for JSON lines; null for none
     */
    DifferenceReport(PrintWriter out, int shown, int fields, @Nullable Path file) throws IOException {
        this.out = out;
        this.shown = shown;
        this.fields = fields;
        this.file = file == null ? null : writer(file);
    }

    private static BufferedWriter writer(Path file) throws IOException {
        OwnerOnly.create(file);
        return Files.newBufferedWriter(file);
    }

    /** The next differences are of these indices. */
    void begin(String ofA, String ofB) {
        indexA = ofA;
        indexB = ofB;
        told = 0;
    }

    @Override
    public void take(List<Difference> differences) throws IOException {
        for (Difference difference : differences) {
            List<String> places = difference.fields(fields);
            if (told < shown) {
                out.println("  " + text(difference, places));
            } else if (told == shown) {
                out.println("  ...");
            }
            told++;
            if (file != null) {
                file.write(json(difference, places).toString());
                file.newLine();
            }
        }
    }

    private static String text(Difference difference, List<String> places) {
        List<String> words = new ArrayList<>();
        words.add(difference.kind());
        words.add("id " + MAPPER.valueToTree(difference.id()));
        if (difference.routing() != null) {
            words.add("routing " + MAPPER.valueToTree(difference.routing()));
        }
        if (difference.a() != null && difference.b() != null) {
            words.add("versions " + difference.a().version() + " and "
                    + difference.b().version());
        }
        words.addAll(places);
        if (difference.changing()) {
            words.add("(still changing)");
        }
        return String.join("  ", words);
    }

    private ObjectNode json(Difference difference, List<String> places) {
        ObjectNode line = MAPPER.createObjectNode();
        line.put("kind", difference.kind()).put("index_a", indexA).put("index_b", indexB);
        line.put("id", difference.id()).put("routing", difference.routing());
        line.put("version_a", version(difference.a())).put("version_b", version(difference.b()));
        line.put("changing", difference.changing());
        if (fields > 0) {
            places.forEach(line.putArray("fields")::add);
        }
        return line;
    }

    private static @Nullable Long version(@Nullable Document document) {
        return document == null ? null : document.version();
    }

    @Override
    public void close() throws IOException {
        out.flush();
        if (file != null) {
            file.close();
        }
    }
}
