package io.sluice.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.net.NodeHttp;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Writes through a queue while its cluster goes away and comes back, and measures clients of the cluster itself meanwhile. At the end
 * each acknowledged operation must have been executed in its order. For one run.
 */
public final class Outage {
    private static final int BULK = 50;
    private static final Duration SAMPLES = Duration.ofSeconds(1);
    private static final Duration LINES = Duration.ofMinutes(1);
    private static final long BEHIND_SECONDS = 2;
    private static final String ALL_FIELDS = "\"n\":{\"type\":\"long\"}";

    private final OutagePlan plan;
    private final PrintWriter out;
    private final Tally tally = new Tally();
    private final OutageWatch watch;
    private final OutageDocuments documents;
    private final OutageLatencies writes = new OutageLatencies("bulk at the gateway");
    private final List<ProcessSample> samples = new ArrayList<>();
    private QueueSample highest = new QueueSample(0, 0, 0, 0, "");
    private long acknowledged;

    /**
     * Prepares a run.
     *
     * @param out where progress and the result are told
     */
    public Outage(OutagePlan plan, PrintWriter out) {
        this.plan = plan;
        this.out = out;
        this.watch = new OutageWatch(out);
        this.documents = new OutageDocuments(new Random());
    }

    /** Runs to the end; true if nothing was lost, wrong, executed twice or refused. Blocks. */
    public boolean run() throws IOException, InterruptedException {
        List<Thread> beside = new ArrayList<>();
        List<OutageProbe> probes = new ArrayList<>();
        try (NodeHttp gateway = new NodeHttp(plan.gateway());
                NodeHttp admin = new NodeHttp(plan.admin());
                NodeHttp cluster = new NodeHttp(plan.cluster())) {
            prepare(cluster);
            try {
                beside.add(Thread.ofPlatform().name("watch").start(this::watchQueue));
                for (OutageProbe.Kind kind : OutageProbe.Kind.values()) {
                    OutageProbe probe = new OutageProbe(kind, new NodeHttp(plan.cluster()), watch, tally, new Random());
                    probes.add(probe);
                    beside.add(Thread.ofPlatform().name("probe-" + kind).start(probe));
                }
                write(gateway);
                awaitEmpty(admin);
            } finally {
                for (Thread thread : beside) {
                    thread.interrupt();
                    thread.join();
                }
            }
            OutageCheck check = new OutageCheck(cluster, documents, tally);
            check.run();
            return report(admin, probes, check);
        }
    }

    private static void prepare(NodeHttp cluster) throws IOException, InterruptedException {
        for (String index : List.of(OutageDocuments.INDEX, OutageDocuments.EVENTS, "live")) {
            cluster.send("PUT", "/" + index, """
                    {"settings":{"number_of_shards":3,"number_of_replicas":0},"mappings":{"properties":{%s}}}""".formatted(ALL_FIELDS));
        }
    }

    private void write(NodeHttp gateway) throws InterruptedException {
        long start = System.nanoTime();
        long end = start + plan.duration().toNanos();
        long every = Duration.ofSeconds(BULK).toNanos() / plan.rate();
        for (long due = start; due < end; due += every) {
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
            OutageDocuments.Bulk bulk = documents.bulk(BULK);
            OutagePhase phase = watch.phase();
            try {
                NodeHttp.Answer answer = gateway.ask(
                        "POST", "/_bulk", "application/x-ndjson", bulk.body().getBytes(StandardCharsets.UTF_8));
                settle(bulk, answer);
                writes.record(phase, System.nanoTime() - due);
            } catch (IOException e) {
                bulk.forget();
                writes.fail(phase);
                tally.failed(String.valueOf(e.getMessage()));
            }
        }
    }

    private void settle(OutageDocuments.Bulk bulk, NodeHttp.Answer answer) throws IOException {
        JsonNode body = OutageDocuments.MAPPER.readTree(answer.body());
        if (!answer.succeeded() || body.path("errors").asBoolean(true)) {
            throw new IOException("not kept: " + answer.status() + " "
                    + body.at("/error/type").asText());
        }
        bulk.acknowledge();
        acknowledged += bulk.size();
        tally.acknowledged(bulk.size());
    }

    private void watchQueue() {
        try (NodeHttp admin = new NodeHttp(plan.admin())) {
            watchQueue(admin);
        }
    }

    private void watchQueue(NodeHttp admin) {
        long nextLine = System.nanoTime();
        while (true) {
            try {
                Thread.sleep(SAMPLES);
                QueueSample now = QueueSample.of(admin, plan.queue());
                if (now.records() > highest.records()) {
                    highest = now;
                }
                if (now.oldestSeconds() < BEHIND_SECONDS) {
                    watch.caughtUp();
                }
                if (System.nanoTime() - nextLine >= 0) {
                    nextLine += LINES.toNanos();
                    line(now);
                }
            } catch (IOException e) {
                tally.failed("the admin endpoint: " + e.getMessage());
            } catch (InterruptedException ended) {
                return;
            }
        }
    }

    private void line(QueueSample now) {
        String held = "";
        if (plan.process() != null) {
            var sample = ProcessSample.of(plan.process());
            sample.ifPresentOrElse(samples::add, () -> tally.fault("the gateway has ended"));
            held = sample.map(found -> "; " + found).orElse("");
        }
        out.printf(Locale.ROOT, "%s: %s; queue: %s%s%n", watch.phase(), tally.line(), now, held);
        out.flush();
    }

    private void awaitEmpty(NodeHttp admin) throws IOException, InterruptedException {
        long end = System.nanoTime() + plan.patience().toNanos();
        while (QueueSample.of(admin, plan.queue()).records() != 0) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("the queue is not empty after " + plan.patience());
            }
            Thread.sleep(SAMPLES);
        }
    }

    private boolean report(NodeHttp admin, List<OutageProbe> probes, OutageCheck check)
            throws IOException, InterruptedException {
        QueueSample last = QueueSample.of(admin, plan.queue());
        String queue = "queue=\"" + plan.queue() + "\"";
        long kept = QueueSample.count(admin, "sluice_queue_kept_items_total", queue);
        long done = QueueSample.count(admin, "sluice_queue_sent_items_total", queue, "outcome=\"done\"");
        agree("kept", kept);
        agree("done", done);
        if (last.deadLetters() != 0) {
            tally.fault(last.deadLetters() + " dead letters");
        }
        if (writes.failures() > 0) {
            tally.fault(writes.failures() + " bulks were not acknowledged");
        }
        out.print(writes.table());
        probes.forEach(probe -> out.print(probe.table()));
        out.printf(
                Locale.ROOT,
                "%,d operations acknowledged, %,d kept and %,d done as the gateway counts, %,d executed again%n",
                acknowledged,
                kept,
                done,
                check.executedAgain());
        out.println("the queue held most: " + highest);
        if (!samples.isEmpty()) {
            out.println("the gateway, first: " + samples.getFirst());
            out.println("the gateway, last:  " + samples.getLast());
            samples.stream()
                    .mapToLong(ProcessSample::residentBytes)
                    .max()
                    .ifPresent(most -> out.printf(Locale.ROOT, "the gateway, most:  %,d bytes resident%n", most));
        }
        out.print(tally.details());
        out.println(
                tally.isFaultless() ? "Each acknowledged operation was executed in its order." : "Not as it must be.");
        out.flush();
        return tally.isFaultless();
    }

    private void agree(String what, long count) {
        if (count != acknowledged) {
            tally.fault("%d operations were acknowledged, and the gateway counts %d as %s"
                    .formatted(acknowledged, count, what));
        }
    }
}
