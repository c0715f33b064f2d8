package io.sluice.bench.compare.collectors;

import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.load.scenario.ScenarioReader;
import java.util.Arrays;
import java.util.Locale;

/** What the gateway does for its clients. */
public enum Work {
    /** Documents are read one by one: nothing is looked at but heads. */
    SMALL("small requests", 64, 1, "relay: { cluster: primary }") {
        @Override
        String scenario() {
            return """
                    name: small
                    prepared: 64
                    variables: { id: { type: sequence } }
                    requests:
                      - { name: get, path: "/test-10/_doc/${id}", headers: { Accept: application/json } }
                    """;
        }
    },
    /** Bulks of 600 kB are split by shard, and their answers merged. */
    BULK("bulks regrouped", 4, 3, "relay: { cluster: primary, bulk: { groupBy: shard } }") {
        @Override
        String scenario() {
            return """
                    name: bulk
                    prepared: 8
                    variables:
                      index: { type: list, values: [test-10, test-11, test-12, test-13] }
                      id: { type: uuid }
                      ip: { type: range, from: 1, to: 254 }
                      time: { type: now }
                      token: { type: random, length: 330 }
                    requests:
                      - name: bulk
                        method: POST
                        path: /_bulk
                        lines:
                          count: 1000
                          template: |
                            {"index":{"_index":"${index}","_id":"${id}"}}
                            {"@timestamp":"${time}","remote_addr":"192.0.2.${ip}","status":200,"request":"/products?session=${token}","host":"web-1"}
                    """;
        }
    },
    /** Searches of one of many tenants: the query is rewritten, and so are the names in the answer. */
    TENANT("tenant searches", 32, 1, """
            filters:
                  - type: tenant
                    config:
                      from: [{ header: { name: X-Tenant, trusted: [127.0.0.1] } }]
                      layouts: [{ indexPerTenant: { indices: ["*"] } }]
                relay: { cluster: primary }\
            """) {
        @Override
        String scenario() {
            return """
                    name: tenant
                    prepared: 256
                    variables:
                      word: { type: list, values: [san, santa, new, port, saint, north, bad, los] }
                      country: { type: list, values: [DE, FR, US, MX, PH, BR] }
                      least: { type: range, from: 1000, to: 99999 }
                    requests:
                      - name: search
                        method: POST
                        path: /cities/_search
                        headers: { X-Tenant: north, Content-Type: application/json }
                        body: >-
                          {"size":10,"query":{"bool":{"must":[{"match":{"name":"${word}"}}],"filter":[{"range":{"population":{"gte":${least}}}},
                          {"term":{"country_code":"${country}"}}]}},"sort":[{"population":"desc"}],
                          "aggs":{"countries":{"terms":{"field":"country_code"}}}}
                    """;
        }
    };

    private static final String GATEWAY = """
            admin: { bind: "${ADMIN}" }
            plugins: { directory: "${PLUGINS}" }
            clusters:
              primary:
                nodes: ["http://${UPSTREAM}"]
            flows:
              default:
                ${FLOW}
            listeners:
              - name: http
                bind: "${LISTEN}"
                routes:
                  - flow: default
            """;

    private final String label;
    private final int connections;
    private final int nodes;
    private final String flow;

    Work(String label, int connections, int nodes, String flow) {
        this.label = label;
        this.connections = connections;
        this.nodes = nodes;
        this.flow = flow;
    }

    abstract String scenario();

    /** For people. */
    public String label() {
        return label;
    }

    /** Of the load generator. */
    int connections() {
        return connections;
    }

    /** Of the stub, and shards of each of its indices. */
    int nodes() {
        return nodes;
    }

    /** What is sent. */
    Scenario load() {
        return ScenarioReader.parse(scenario());
    }

    /** The gateway's configuration with holes named LISTEN, UPSTREAM, ADMIN and PLUGINS. */
    String gateway() {
        return GATEWAY.replace("${FLOW}", flow);
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Work parse(String name) {
        return Arrays.stream(values())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected small, bulk or tenant, got '" + name + "'"));
    }
}
