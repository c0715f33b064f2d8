package io.sluice.bench.compare.inside;

import io.sluice.bench.load.request.PreparedPool;
import io.sluice.bench.load.request.PreparedRequest;
import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.scenario.Expectation;
import io.sluice.bench.load.scenario.RequestSpec;
import io.sluice.bench.load.scenario.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests of all cells, made once; cells that differ in their connections only have the same. For one thread. */
final class Requests implements AutoCloseable {
    /** Of one pool: enough that a server sees changing documents, few enough to stay in memory. */
    private static final int DOCUMENTS = 8_000;

    private static final int LEAST = 10;
    private static final byte[] SEARCH =
            "{\"size\":%d,\"query\":{\"match_all\":{}}}".formatted(Work.HITS).getBytes(StandardCharsets.UTF_8);

    private final Cities cities;
    private final Map<Kind, RequestSource> pools = new HashMap<>();

    private record Kind(String index, Work work, BodyFormat format) {}

    Requests(Cities cities) {
        this.cities = cities;
    }

    /** Those of a cell; they stay here. */
    RequestSource of(Cell cell) throws IOException {
        Kind kind = new Kind(index(cell), cell.work(), cell.format());
        RequestSource known = pools.get(kind);
        if (known == null) {
            known = new PreparedPool(made(kind));
            pools.put(kind, known);
        }
        return known;
    }

    /** Where the documents of a cell are. */
    static String index(Cell cell) {
        return cell.work().isSearch() ? searched(cell.format()) : cell.target().index();
    }

    /** The index whose documents came in a format. */
    static String searched(BodyFormat format) {
        return "inside-searched-" + format.id();
    }

    /** What a load generator calls the cell. */
    static Scenario scenario(Cell cell) {
        return new Scenario(cell.toString(), 1L, 1, false, Map.of(), List.of(spec(index(cell), cell.work(), 0)));
    }

    private List<PreparedRequest> made(Kind kind) throws IOException {
        List<PreparedRequest> made = new ArrayList<>();
        if (kind.work.isSearch()) {
            made.add(request(kind, 0, "application/json", SEARCH));
            return made;
        }
        for (int documents = 0; documents < DOCUMENTS || made.size() < LEAST; ) {
            int number = made.size();
            int count = kind.work.documents(number);
            byte[] body = kind.format.bulk(cities.take(documents, count));
            made.add(request(kind, number, kind.format.contentType(), body));
            documents += count;
        }
        return made;
    }

    private static PreparedRequest request(Kind kind, int number, String contentType, byte[] body) {
        RequestSpec spec = spec(kind.index, kind.work, number);
        String head = "POST " + spec.path() + " HTTP/1.1\r\nHost: node.test\r\nContent-Type: " + contentType
                + "\r\nAccept: application/json\r\n"
                + (kind.format.isInChunks() ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length)
                + "\r\n\r\n";
        return PreparedRequest.of(spec, head, body, body.length);
    }

    private static RequestSpec spec(String index, Work work, int number) {
        String path = "/" + index + (work.isSearch() ? "/_search" : "/_bulk");
        return new RequestSpec(work.name(number), "POST", path, 1, Map.of(), null, null, null, false, Expectation.NONE);
    }

    @Override
    public void close() {
        pools.values().forEach(RequestSource::close);
    }
}
