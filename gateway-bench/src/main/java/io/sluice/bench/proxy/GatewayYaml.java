package io.sluice.bench.proxy;

/** The gateway's configuration for a comparison: all but the regrouping of bulks at its default, one listener, one flow, one cluster. */
final class GatewayYaml {
    private GatewayYaml() {}

    /**
     * With holes named LISTEN, UPSTREAM, ADMIN and PLUGINS.
     *
     * @param groupBy what bulks are regrouped by; {@code none} relays them whole
     */
    static String of(int eventLoops, String groupBy) {
        return """
                process: { eventLoops: %d }
                admin: { bind: "${ADMIN}" }
                plugins: { directory: "${PLUGINS}" }
                clusters:
                  primary:
                    nodes: ["http://${UPSTREAM}"]
                flows:
                  default:
                    relay: { cluster: primary, bulk: { groupBy: %s } }
                listeners:
                  - name: http
                    bind: "${LISTEN}"
                    routes:
                      - flow: default
                """.formatted(eventLoops, groupBy);
    }
}
