package io.sluice.styles.trial;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The documents that are sent, over and over: the lines of a file, held in memory. Immutable. */
public final class Corpus {
    private static final JsonFactory JSON = new JsonFactory();

    private final List<byte[]> documents;
    private final List<String> names;

    /**
     * Holds these documents.
     *
     * @param lines each a JSON object with a member {@code name}
     * @throws IllegalArgumentException if there are none
     */
    public Corpus(List<String> lines) throws IOException {
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("there are no documents");
        }
        List<byte[]> sources = new ArrayList<>(lines.size());
        List<String> found = new ArrayList<>(lines.size());
        for (String line : lines) {
            sources.add(line.getBytes(StandardCharsets.UTF_8));
            found.add(name(line));
        }
        this.documents = List.copyOf(sources);
        this.names = List.copyOf(found);
    }

    /** Reads a gzip file with a document a line. */
    public static Corpus read(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            return new Corpus(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        }
    }

    /** The documents from a number on; after the last of the file comes the first again. */
    public Bulk bulk(String idPrefix, long first, int size) {
        List<byte[]> sources = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            sources.add(documents.get((int) ((first + i) % documents.size())));
        }
        return new Bulk(sources, idPrefix, first);
    }

    /** The name to search for in the search of this number; neighbours in the file are far apart here. */
    public String phrase(long number) {
        return names.get((int) Math.floorMod(number * 7919, (long) names.size()));
    }

    private static String name(String line) throws IOException {
        try (JsonParser parser = JSON.createParser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals("name");
                parser.nextToken();
                if (wanted) {
                    return parser.getText();
                }
                parser.skipChildren();
            }
        }
        throw new IOException("a document has no name: " + line);
    }
}
