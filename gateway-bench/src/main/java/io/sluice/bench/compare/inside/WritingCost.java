package io.sluice.bench.compare.inside;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonVisitor;
import io.sluice.bench.jmh.CountingSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What it costs a gateway to write a document: with a member added in the bytes that came, and token by token. For one thread. */
final class WritingCost {
    /** As the gateway does it: unedited bytes are copied. */
    static final String SPLICED = "json, bytes copied, one member added";

    private static final String BY_TOKENS = "by tokens";
    private static final List<JsonMember> TENANT = List.of(new JsonMember("tenant_id", Json.string("north")));

    private final Cities cities;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /**
     * One round.
     *
     * @param micros CPU for a document
     * @param bytes of a document
     */
    record Cost(double micros, double bytes) {}

    /** Writes all documents once. */
    @FunctionalInterface
    private interface Pass {
        /** Bytes that were written. */
        long write(Cities cities) throws IOException;
    }

    WritingCost(Cities cities) {
        this.cities = cities;
    }

    /**
     * Measures every way once a round.
     *
     * @param rounds that count, after one that does not
     * @param passes over all documents in a round
     */
    Map<String, List<Cost>> run(int rounds, int passes) throws IOException {
        Map<String, Pass> ways = new LinkedHashMap<>();
        ways.put(SPLICED, WritingCost::spliced);
        for (BodyFormat format : List.of(BodyFormat.SMILE, BodyFormat.SMILE_DECIMAL, BodyFormat.CBOR)) {
            ways.put(format.id() + ", " + BY_TOKENS, all -> tokens(format, all));
        }
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            for (Map.Entry<String, Pass> way : ways.entrySet()) {
                Cost cost = cost(way.getValue(), passes);
                List<Cost> counted = costs.computeIfAbsent(way.getKey(), unused -> new ArrayList<>());
                if (round > 0) {
                    counted.add(cost);
                }
            }
        }
        return costs;
    }

    private Cost cost(Pass pass, int passes) throws IOException {
        long before = threads.getCurrentThreadCpuTime();
        long bytes = 0;
        for (int i = 0; i < passes; i++) {
            bytes += pass.write(cities);
        }
        double nanos = threads.getCurrentThreadCpuTime() - before;
        double documents = (double) passes * cities.documents().size();
        return new Cost(nanos / 1e3 / documents, bytes / documents);
    }

    private static long spliced(Cities cities) {
        CountingSink sink = new CountingSink();
        long bytes = 0;
        for (byte[] document : cities.documents()) {
            ByteBuf lent = Unpooled.wrappedBuffer(document);
            bytes = sink.rewritten(lent, new Owned());
            lent.release();
        }
        return bytes;
    }

    private static long tokens(BodyFormat format, Cities cities) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] document : cities.documents()) {
            format.write(document, out);
        }
        return out.size();
    }

    /** Looks at the members of a document and adds its owner, as for a tenant in a shared index. */
    private static final class Owned implements JsonVisitor {
        @Override
        public JsonEdit onValue(JsonCursor at) {
            return at.depth() == 0 ? JsonEdit.descend() : JsonEdit.verbatim();
        }

        @Override
        public List<JsonMember> onObjectEnd(JsonCursor at) {
            return at.depth() == 0 ? TENANT : List.of();
        }
    }
}
