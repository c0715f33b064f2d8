package io.sluice.bench.proxy;

/** The gateway's configuration for a comparison: everything at its default, one listener, one flow, one cluster. */
final class GatewayYaml {
    private GatewayYaml() {}

    /** With holes named LISTEN, UPSTREAM, ADMIN and PLUGINS. */
    static String plain(int eventLoops) {
        return """
                process: { eventLoops: %d }
                admin: { bind: "${ADMIN}" }
                plugins: { directory: "${PLUGINS}" }
                clusters:
                  primary:
                    nodes: ["http://${UPSTREAM}"]
                flows:
                  default:
                    relay: { cluster: primary }
                listeners:
                  - name: http
                    bind: "${LISTEN}"
                    routes:
                      - flow: default
                """.formatted(eventLoops);
    }
}
