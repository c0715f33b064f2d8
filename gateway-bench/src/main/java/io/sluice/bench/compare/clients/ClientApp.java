package io.sluice.bench.compare.clients;

import com.sun.management.ThreadMXBean;
import io.sluice.bench.compare.clients.style.SearchStyle;
import io.sluice.bench.net.ProcessCpu;
import io.sluice.bench.proxy.JvmRecording;
import io.sluice.bench.proxy.ThreadCpu;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import org.apache.http.HttpHost;
import org.elasticsearch.client.RestClient;

/**
 * The application in a JVM of its own: reads a line {@code open RATE MILLIS} or {@code closed MILLIS} at a time, serves its users so
 * long, and writes what it has seen and used as a line of JSON. Ends with its input.
 */
final class ClientApp {
    private final AppLoad load;

    private ClientApp(AppLoad load) {
        this.load = load;
    }

    /** Style, host, port, hits of a page, threads. */
    public static void main(String[] arguments) throws Exception {
        SearchStyle.Kind kind = SearchStyle.Kind.parse(arguments[0]);
        int threads = Integer.parseInt(arguments[4]);
        PrintStream out = System.out;
        HttpHost target = new HttpHost(arguments[1], Integer.parseInt(arguments[2]));
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (RestClient http = CityClient.http(target, threads);
                AppLoad load = new AppLoad(CityClient.of(kind, http), Integer.parseInt(arguments[3]), threads)) {
            ClientApp app = new ClientApp(load);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.println(app.serve(line.split(" ")).json());
            }
        }
    }

    private AppWindow serve(String[] words) throws InterruptedException, ExecutionException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = ProcessHandle.current().pid();
        Instant from = Instant.now();
        double cpu = ProcessCpu.ownSeconds();
        ThreadCpu own = ThreadCpu.of(self);
        long allocated = threads.getTotalThreadAllocatedBytes();
        long collections = collections();
        long nanos = Long.parseLong(words[words.length - 1]) * 1_000_000;
        AppLoad.Seen seen =
                words[0].equals("open") ? load.open(Double.parseDouble(words[1]), nanos) : load.closed(nanos);
        return new AppWindow(
                new JvmRecording.Span(from, Instant.now()),
                seen.latency(),
                seen.failures(),
                ProcessCpu.ownSeconds() - cpu,
                ThreadCpu.of(self).since(own).collector(),
                threads.getTotalThreadAllocatedBytes() - allocated,
                collections() - collections);
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }
}
