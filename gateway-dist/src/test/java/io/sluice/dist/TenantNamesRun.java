package io.sluice.dist;

import io.sluice.dist.TenantNamesJudge.Fault;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sends generated requests of one layout through the filter, and has servers read what becomes of them. For one thread. */
final class TenantNamesRun implements AutoCloseable {

    private static final String POINT = "POINT";
    private static final Set<String> FAULTS =
            Stream.of(Fault.values()).map(Fault::name).collect(Collectors.toSet());

    private final TenantNamesLayout layout;
    private final TenantNamesJudge judge;
    private final FilterHarness harness;
    private final TenantNamesRequests requests;
    private final String handle;
    private final List<Reader> readers = new ArrayList<>();
    private final Map<String, TenantNamesRequest> faults = new TreeMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    private record Reader(TenantNamesReader reader, ServerIndices alone, ServerIndices whole) {}

    TenantNamesRun(TenantNamesLayout layout, List<TenantNamesReader> servers, Random random) {
        this.layout = layout;
        this.judge = new TenantNamesJudge(layout);
        this.harness = layout.harness();
        this.handle = handle();
        this.requests = new TenantNamesRequests(random, layout, handle);
        for (TenantNamesReader server : servers) {
            readers.add(new Reader(server, server.indices(layout.alone()), server.indices(layout.whole())));
        }
    }

    private String pointed() {
        return layout.called(layout.names().getFirst());
    }

    private String handle() {
        TenantNamesRequest opening = new TenantNamesRequest(
                TenantNamesRequest.Kind.PATH, "POST", "/" + pointed() + "/_pit?keep_alive=1m", "");
        String answer = layout.call(harness, opening)
                .upstream(200, "application/json", "{\"id\":\"" + POINT + "\"}")
                .send()
                .body();
        return answer.replaceAll(".*\"id\":\"([^\"]+)\".*", "$1");
    }

    /** Searches with every key and every kind of value in a header. */
    void sweep() {
        requests.everyHeader().forEach(this::run);
    }

    /** One generated request. */
    void next() {
        run(requests.next());
    }

    /** This request. */
    void run(TenantNamesRequest request) {
        for (Map.Entry<String, TenantNamesRequest> each : faults(request, true).entrySet()) {
            TenantNamesRequest known = faults.get(each.getKey());
            if (known == null || each.getValue().length() < known.length()) {
                faults.put(each.getKey(), shrunk(each.getValue(), each.getKey()));
            }
        }
    }

    // The faults of a request by what they are gathered by.
    private Map<String, TenantNamesRequest> faults(TenantNamesRequest request, boolean counts) {
        Map<String, TenantNamesRequest> found = new TreeMap<>();
        TenantNamesRequest sent = sent(request);
        if (sent == null) {
            count("refused", counts);
            return found;
        }
        for (Reader reader : readers) {
            String outcome = outcome(reader, request, sent);
            count(reader.reader().server() + " " + outcome, counts);
            if (FAULTS.contains(outcome)) {
                found.put(
                        layout.label() + " " + request.kind() + " " + outcome + " "
                                + reader.reader().server(),
                        request);
            }
        }
        return found;
    }

    private void count(String what, boolean really) {
        if (really) {
            counts.merge(what, 1, Integer::sum);
        }
    }

    private @Nullable TenantNamesRequest sent(TenantNamesRequest request) {
        HarnessResult result;
        try {
            result = layout.call(harness, request).send();
        } catch (IllegalArgumentException e) {
            return null;
        }
        return result.relayed()
                ? new TenantNamesRequest(
                        request.kind(),
                        result.upstreamHead().method(),
                        result.upstreamHead().target().raw(),
                        result.upstreamBody())
                : null;
    }

    private String outcome(Reader reader, TenantNamesRequest request, TenantNamesRequest sent) {
        if (sent.isEndless()) {
            return Fault.ENDLESS.name();
        }
        List<TenantNamesTouch> touched;
        try {
            touched = reader.reader()
                    .read(sent, reader.whole(), Map.of(POINT, Set.of(String.valueOf(layout.physical(pointed())))));
        } catch (RuntimeException e) {
            return "refused";
        }
        Set<String> names =
                touched.stream().flatMap(touch -> touch.names().stream()).collect(Collectors.toSet());
        if (layout.isForAnother(request, names)) {
            return "for another tenant";
        }
        for (TenantNamesTouch touch : touched) {
            Fault fault = judge.fault(touch);
            if (fault != null) {
                return fault.name();
            }
        }
        List<TenantNamesTouch> meant;
        try {
            meant = reader.reader().read(request, reader.alone(), Map.of(handle, Set.of(pointed())));
        } catch (RuntimeException e) {
            return "accepted";
        }
        Fault fault = judge.difference(meant, touched, request.kind() == TenantNamesRequest.Kind.BULK);
        if (fault == null) {
            return names.isEmpty() ? "equal without indices" : "equal";
        }
        return TenantNamesExplanation.of(new TenantNamesExplanation.Case(
                        fault, request, sent, layout, reader.reader().server()))
                .map(explanation -> "explained " + explanation)
                .orElse(fault.name());
    }

    // The smallest request with the same fault that leaving out parts of this one gives.
    private TenantNamesRequest shrunk(TenantNamesRequest found, String label) {
        TenantNamesRequest smallest = found;
        for (int length = Math.max(1, found.body().length() / 2); length > 0; length /= 2) {
            for (int at = 0; at + length <= smallest.body().length(); at++) {
                TenantNamesRequest less = smallest.withBody(
                        smallest.body().substring(0, at) + smallest.body().substring(at + length));
                if (faults(less, false).containsKey(label)) {
                    smallest = less;
                    at--;
                }
            }
        }
        return smallest;
    }

    /** The smallest request of each kind of fault, and what the filter made of it. */
    Set<String> faults() {
        Set<String> texts = new TreeSet<>();
        faults.forEach((label, request) -> texts.add(label + ":\n" + request + "\nsent as\n" + sent(request)));
        return texts;
    }

    /** Number of requests of each outcome. */
    Map<String, Integer> counts() {
        return counts;
    }

    @Override
    public void close() {
        harness.close();
    }
}
