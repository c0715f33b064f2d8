package io.sluice.devcluster.kafka;

import io.sluice.devcluster.host.NodeHost;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.utils.Time;

/** The main of a Kafka process: one server, broker and controller in one, for the home directory given. */
public final class KafkaNode {

    /** One for all clusters: they never meet, as their ports are their own. */
    private static final String CLUSTER_ID = "c2x1aWNlLWthZmthLWRldg";

    /** The line that a launcher waits for. */
    private static final String STARTED = "the server has started";

    private KafkaNode() {}

    public static void main(String[] homes) {
        NodeHost.run(homes, KafkaNode::start);
    }

    private static AutoCloseable start(Path home) throws IOException {
        Path file = home.resolve("server.properties");
        Properties settings = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            settings.load(in);
        }
        if (!Files.exists(Path.of(settings.getProperty("log.dirs"), "meta.properties"))) {
            String[] format = {"format", "-t", CLUSTER_ID, "-c", file.toString()};
            int code = StorageTool.execute(format, System.out);
            if (code != 0) {
                throw new IOException("the storage could not be formatted, code " + code);
            }
        }
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM);
        server.startup();
        System.out.println(STARTED);
        return server::shutdown;
    }
}
