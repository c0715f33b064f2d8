package io.sluice.bench.compare.clients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import io.sluice.bench.compare.clients.style.SearchStyle;
import io.sluice.bench.net.OwnJava;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The number of objects that an operation allocates, counted and not sampled: a histogram of the heap before and after so many
 * operations, with a young generation that takes all of them, so that no collection takes one away. What the compiler keeps off the
 * heap is not counted, as in an application that has run for a while.
 *
 * @param objects of one operation
 * @param byClass the most frequent classes, the first most; objects of one operation
 */
record AllocationCount(double objects, Map<String, Double> byClass) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "-Xms768m", "-Xmx768m", "-Xmn640m", "-XX:SurvivorRatio=8");
    private static final long BUDGET_BYTES = 160L << 20;
    private static final int MOST_OPERATIONS = 5_000;
    private static final int PROBED = 20;
    private static final int ATTEMPTS = 5;
    private static final int CLASSES = 6;

    /** Counts in a JVM that is started for it; blocks. */
    static AllocationCount measure(SearchStyle.Kind kind, Operation operation, Duration warmup)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(OwnJava.command(
                        FLAGS,
                        AllocationCount.class.getName(),
                        kind.label(),
                        operation.name(),
                        Long.toString(warmup.toMillis())))
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(
                        "the count of " + operation.label() + " with " + kind.label() + " failed:\n" + said);
            }
            return read(MAPPER.readTree(said.substring(said.lastIndexOf('{', said.lastIndexOf("\"classes\"")))));
        } finally {
            process.destroyForcibly();
        }
    }

    private static AllocationCount read(JsonNode json) {
        Map<String, Double> byClass = new LinkedHashMap<>();
        json.path("classes")
                .properties()
                .forEach(one -> byClass.put(one.getKey(), one.getValue().asDouble()));
        return new AllocationCount(json.path("objects").asDouble(), byClass);
    }

    /** Counts one operation of one style and writes it as JSON. */
    public static void main(String[] arguments) throws Exception {
        Operation operation = Operation.valueOf(arguments[1]);
        Callable<Object> call = operation.of(SearchStyle.Kind.parse(arguments[0]));
        AllocationCount count = of(call, Duration.ofMillis(Long.parseLong(arguments[2])), BUDGET_BYTES);
        ObjectNode json = MAPPER.createObjectNode().put("objects", count.objects);
        ObjectNode classes = json.putObject("classes");
        count.byClass.forEach(classes::put);
        System.out.println(json);
    }

    /**
     * Counts in this JVM.
     *
     * @param budget bytes that may be allocated between the histograms: well below the young generation
     * @throws IllegalStateException if collections run all the time
     */
    static AllocationCount of(Callable<Object> operation, Duration warmup, long budget) throws Exception {
        long until = System.nanoTime() + warmup.toNanos();
        do {
            repeat(operation, 1);
        } while (System.nanoTime() < until);
        long bytes = Math.max(1, bytes(operation));
        int operations = (int) Math.max(1, Math.min(MOST_OPERATIONS, budget / bytes));
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            AllocationCount count = attempt(operation, operations);
            if (count != null) {
                return count;
            }
        }
        throw new IllegalStateException("a collection ran in each of " + ATTEMPTS + " attempts");
    }

    /** Null if a collection ran. */
    private static @Nullable AllocationCount attempt(Callable<Object> operation, int operations) throws Exception {
        System.gc();
        long collections = collections();
        HeapHistogram first = HeapHistogram.take();
        HeapHistogram before = HeapHistogram.take();
        repeat(operation, operations);
        HeapHistogram after = HeapHistogram.take();
        if (collections() != collections) {
            return null;
        }
        // A histogram is text, which is on the heap too.
        HeapHistogram added = after.minus(before).minus(before.minus(first));
        Map<String, Double> byClass = new LinkedHashMap<>();
        added.byClass().entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(CLASSES)
                .forEach(one -> byClass.put(one.getKey(), (double) one.getValue() / operations));
        return new AllocationCount((double) added.objects() / operations, byClass);
    }

    private static void repeat(Callable<Object> operation, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            if (operation.call() == null) {
                throw new IllegalStateException("the operation made nothing");
            }
        }
    }

    private static long bytes(Callable<Object> operation) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        repeat(operation, PROBED);
        return (threads.getCurrentThreadAllocatedBytes() - before) / PROBED;
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }
}
