package io.sluice.bench.soak;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.sluice.tls.Certificates;
import io.sluice.tls.TlsContexts;
import io.sluice.tls.TlsFileException;
import io.sluice.tls.TlsProvider;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Writes, reads, searches and gives up requests as several tenants for a long time, and at the end compares every
 * document with what was acknowledged. For one run.
 */
public final class Soak {
    private static final Duration SETTLING = Duration.ofSeconds(2);
    private static final int ATTEMPTS = 60;

    private final SoakPlan plan;
    private final PrintWriter out;
    private final Tally tally = new Tally();
    private final List<Ledger> ledgers = new ArrayList<>();
    private final List<ProcessSample> samples = new ArrayList<>();
    private final SSLContext security;

    /**
     * Prepares a run.
     *
     * @param out where progress and the result are told
     * @throws IOException if the authority's file cannot be read
     */
    public Soak(SoakPlan plan, PrintWriter out) throws IOException, GeneralSecurityException {
        this.plan = plan;
        this.out = out;
        this.security = security(plan.authority());
        for (String tenant : plan.tenants()) {
            plan.indices().forEach(index -> ledgers.add(new Ledger(tenant, index, plan.documents())));
        }
    }

    /** Runs to the end; true if nothing was lost or wrong and nothing has grown. Blocks. */
    public boolean run() throws InterruptedException, ExecutionException {
        Instant end = Instant.now().plus(plan.duration());
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("soak-", 0).factory())) {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < ledgers.size(); i++) {
                int number = i;
                clients.add(threads.submit(() -> write(number, end)));
                clients.add(threads.submit(() -> read(number, end)));
            }
            watch(end);
            for (Future<?> client : clients) {
                client.get();
            }
        }
        compareAll();
        return report();
    }

    private @Nullable Void write(int number, Instant end) throws InterruptedException {
        try (SoakClient client = client(number, HttpClient.Version.HTTP_1_1)) {
            Writer writer = new Writer(ledgers.get(number), client, tally);
            while (Instant.now().isBefore(end)) {
                writer.write();
                Thread.sleep(plan.pause());
            }
        }
        return null;
    }

    private @Nullable Void read(int number, Instant end) throws InterruptedException {
        try (SoakClient client = client(number, HttpClient.Version.HTTP_2)) {
            Reader reader = new Reader(ledgers.get(number), client, tally, new Random(number));
            while (Instant.now().isBefore(end)) {
                reader.read();
                Thread.sleep(plan.pause());
            }
        }
        return null;
    }

    private SoakClient client(int number, HttpClient.Version version) {
        return new SoakClient(plan.targets(), ledgers.get(number).tenant(), security, version, number, tally);
    }

    private void watch(Instant end) throws InterruptedException {
        Instant begin = Instant.now();
        while (Instant.now().isBefore(end)) {
            Duration left = Duration.between(Instant.now(), end);
            Thread.sleep(left.compareTo(plan.every()) < 0 ? left : plan.every());
            ProcessHandle watched = plan.watched();
            String held = "";
            if (watched != null) {
                var sample = ProcessSample.of(watched);
                sample.ifPresentOrElse(samples::add, () -> tally.fault("the watched process has ended"));
                held = sample.map(found -> "; " + found).orElse("");
            }
            long minutes = Duration.between(begin, Instant.now()).toMinutes();
            out.printf(Locale.ROOT, "%d min: %s%s%n", minutes, tally.line(), held);
            out.flush();
        }
    }

    // What runs into a fault is asked again: scripts/soak makes none once it reads this line.
    private void compareAll() throws InterruptedException {
        out.println("Looking for all documents.");
        out.flush();
        for (int i = 0; i < ledgers.size(); i++) {
            try (SoakClient client = client(i, HttpClient.Version.HTTP_1_1)) {
                Reader reader = new Reader(ledgers.get(i), client, tally, new Random(i));
                int attempts = 1;
                while (!reader.compareAll()) {
                    if (attempts++ == ATTEMPTS) {
                        tally.fault("%s of %s could not be read at the end"
                                .formatted(
                                        ledgers.get(i).index(), ledgers.get(i).tenant()));
                        break;
                    }
                    Thread.sleep(SETTLING);
                }
            }
        }
    }

    private boolean report() {
        List<String> grown = new Flatness(samples).grown();
        out.printf(Locale.ROOT, "At the end: %s%n%s", tally.line(), tally.details());
        grown.forEach(what -> out.println("GROWN: " + what));
        if (!samples.isEmpty()) {
            out.println("first: " + samples.getFirst());
            out.println("half:  " + samples.get(samples.size() / 2));
            out.println("last:  " + samples.getLast());
        }
        boolean good = tally.isFaultless() && grown.isEmpty();
        out.println(good ? "Nothing acknowledged was lost, and nothing has grown." : "Not as it must be.");
        out.flush();
        return good;
    }

    private static SSLContext security(@Nullable Path authority) throws IOException, GeneralSecurityException {
        if (authority == null) {
            return SSLContext.getDefault();
        }
        try {
            SslContext context = TlsContexts.client(Certificates.read(authority), null, true, TlsProvider.JDK);
            return ((JdkSslContext) context).context();
        } catch (TlsFileException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
