package io.sluice.bench.proxy;

/** The gateway's configuration for a comparison: all but filters and the regrouping of bulks at its default, one listener, one flow, one cluster. */
public final class GatewayYaml {
    private GatewayYaml() {}

    /**
     * With holes named LISTEN, UPSTREAM, ADMIN and PLUGINS.
     *
     * @param groupBy what bulks are regrouped by; {@code none} relays them whole
     * @param filters of the flow, as YAML in one line; {@code []} for none
     */
    public static String of(int eventLoops, String groupBy, String filters) {
        return """
                process: { eventLoops: %d }
                admin: { bind: "${ADMIN}" }
                plugins: { directory: "${PLUGINS}" }
                clusters:
                  primary:
                    nodes: ["http://${UPSTREAM}"]
                flows:
                  default:
                    filters: %s
                    relay: { cluster: primary, bulk: { groupBy: %s } }
                listeners:
                  - name: http
                    bind: "${LISTEN}"
                    routes:
                      - flow: default
                """.formatted(eventLoops, filters, groupBy);
    }
}
