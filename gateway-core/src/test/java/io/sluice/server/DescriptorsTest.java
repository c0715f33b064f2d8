package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayConfig;
import io.sluice.plugin.FilterRegistry;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DescriptorsTest {

    private static GatewayConfig config() throws Exception {
        return new ConfigLoader(Map.of())
                .parse("""
                        clusters: { primary: { nodes: [http://127.0.0.1:9200] } }
                        flows: { default: { relay: { cluster: primary } } }
                        listeners:
                          - { name: a, bind: "127.0.0.1:0", limits: { connections: 600 }, routes: [{ flow: default }] }
                          - { name: b, bind: "127.0.0.1:0", limits: { connections: 400 }, routes: [{ flow: default }] }
                        """, Path.of("gateway.yml"), plugins -> FilterRegistry.of())
                .config();
    }

    @Test
    void areTooFewWhereClientsAloneCanUseThemUp() throws Exception {
        assertThat(Descriptors.problem(config(), 1_000))
                .startsWith(
                        "clients may open 1000 connections (limits.connections of all listeners), and this process 1000 files");
    }

    @Test
    void areEnoughWhereSomeAreLeft() throws Exception {
        assertThat(Descriptors.problem(config(), 1_001)).isNull();
    }
}
