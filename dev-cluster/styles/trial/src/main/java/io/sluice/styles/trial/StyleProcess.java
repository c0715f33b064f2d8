package io.sluice.styles.trial;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The process of one style: reads a command a line from stdin and answers on stdout with lines of JSON, until stdin ends. A command is a
 * word and members {@code name=value}:
 *
 * <pre>
 * open way=direct host=127.0.0.1 port=9200 header.X-Tenant=north
 * bulk way=direct index=noop documents=1000000 size=5000 ids=a-
 * search way=direct index=noop rate=1000 warmup=10000 iterations=10000
 * </pre>
 *
 * Events are {@code opened}, {@code measuring} when the warm-up is over, {@code ended} with the figures, {@code failed} with the reason.
 */
public final class StyleProcess {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String HEADER = "header.";

    private final ClientStyle.Opener opener;
    private final Corpus corpus;
    private final PrintStream out;
    private final Map<String, ClientStyle> ways = new HashMap<>();

    private StyleProcess(ClientStyle.Opener opener, Corpus corpus, PrintStream out) {
        this.opener = opener;
        this.corpus = corpus;
        this.out = out;
    }

    /**
     * Runs until stdin ends, and then ends the JVM.
     *
     * @param arguments the style's name and the file of the documents
     */
    public static void run(String[] arguments, Map<String, ClientStyle.Opener> styles) throws IOException {
        ClientStyle.Opener opener = styles.get(arguments[0]);
        if (opener == null) {
            throw new IllegalArgumentException("there is no style " + arguments[0] + " among " + styles.keySet());
        }
        PrintStream out = System.out;
        // what a library prints must not stand between the events
        System.setOut(System.err);
        StyleProcess process = new StyleProcess(opener, Corpus.read(Path.of(arguments[1])), out);
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                process.command(line);
            }
        }
        for (ClientStyle style : process.ways.values()) {
            style.close();
        }
        // clients leave threads behind that are no daemons
        Runtime.getRuntime().halt(0);
    }

    private void command(String line) throws IOException {
        String[] words = line.strip().split(" ");
        Map<String, String> members = new HashMap<>();
        Arrays.stream(words).skip(1).forEach(word -> {
            int equals = word.indexOf('=');
            members.put(word.substring(0, equals), word.substring(equals + 1));
        });
        try {
            obey(words[0], members);
        } catch (Exception | LinkageError e) {
            e.printStackTrace(System.err);
            event("failed", json -> json.writeStringField("reason", e.toString()));
        }
    }

    private void obey(String word, Map<String, String> members) throws Exception {
        String way = member(members, "way");
        switch (word) {
            case "open" -> {
                ways.put(way, opener.open(target(members)));
                event("opened", json -> {});
            }
            case "bulk" -> {
                BulkTrial trial = new BulkTrial(
                        member(members, "index"),
                        Long.parseLong(member(members, "documents")),
                        Integer.parseInt(member(members, "size")),
                        member(members, "ids"));
                ended(trial.run(style(way), corpus, this::measuring));
            }
            case "search" -> {
                SearchTrial trial = new SearchTrial(
                        member(members, "index"),
                        Double.parseDouble(member(members, "rate")),
                        Integer.parseInt(member(members, "warmup")),
                        Integer.parseInt(member(members, "iterations")));
                ended(trial.run(style(way), corpus, this::measuring));
            }
            default -> throw new IllegalArgumentException("there is no command " + word);
        }
    }

    private ClientStyle style(String way) {
        ClientStyle style = ways.get(way);
        if (style == null) {
            throw new IllegalArgumentException("the way " + way + " is not open");
        }
        return style;
    }

    private static String member(Map<String, String> members, String name) {
        String value = members.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the command has no " + name);
        }
        return value;
    }

    private static Target target(Map<String, String> members) {
        Map<String, String> headers = new HashMap<>();
        members.forEach((name, value) -> {
            if (name.startsWith(HEADER)) {
                headers.put(name.substring(HEADER.length()), value);
            }
        });
        return new Target(member(members, "host"), Integer.parseInt(member(members, "port")), headers);
    }

    private void measuring() throws IOException {
        event("measuring", json -> {});
    }

    private void ended(TrialResult result) throws IOException {
        event("ended", json -> write(result, json));
    }

    private void event(String name, Members members) throws IOException {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField("event", name);
            members.write(json);
            json.writeEndObject();
        }
        out.println(line);
        out.flush();
    }

    /** Writes the members of an event beside its name. */
    @FunctionalInterface
    private interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    private static void write(TrialResult result, JsonGenerator json) throws IOException {
        Usage usage = result.usage();
        json.writeNumberField("operations", result.operations());
        json.writeNumberField("nanos", usage.nanos());
        json.writeNumberField("cpu_nanos", usage.cpuNanos());
        json.writeNumberField("allocated_bytes", usage.allocated());
        json.writeNumberField("sent_bytes", usage.sent());
        json.writeNumberField("received_bytes", usage.received());
        json.writeNumberField("collections", usage.collections());
        json.writeStringField("latency", encoded(result.latency()));
    }

    private static String encoded(Histogram latency) {
        ByteBuffer bytes = ByteBuffer.allocate(latency.getNeededByteBufferCapacity());
        int length = latency.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }
}
