package io.sluice.styles.elasticsearch;

import io.sluice.styles.trial.Bulk;
import io.sluice.styles.trial.ClientStyle;
import io.sluice.styles.trial.Target;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.elasticsearch.client.transport.TransportClient;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.transport.TransportAddress;
import org.elasticsearch.transport.client.PreBuiltTransportClient;

/** The transport client: the nodes' own binary protocol. Its target is a node's transport port, and it knows no headers of HTTP. */
@SuppressWarnings("deprecation")
final class TransportStyle implements ClientStyle {
    private final TransportClient client;

    private TransportStyle(TransportClient client) {
        this.client = client;
    }

    static ClientStyle open(Target target) throws UnknownHostException {
        Settings settings = Settings.builder()
                .put("client.transport.ignore_cluster_name", true)
                .build();
        TransportClient client = new PreBuiltTransportClient(settings);
        client.addTransportAddress(new TransportAddress(InetAddress.getByName(target.host()), target.port()));
        return new TransportStyle(client);
    }

    @Override
    public void bulk(String index, Bulk documents) throws Exception {
        Requests.requireAll(client.bulk(Requests.bulk(index, documents)).actionGet());
    }

    @Override
    public long search(String index, String phrase) throws Exception {
        return Requests.hits(client.search(Requests.search(index, phrase)).actionGet());
    }

    @Override
    public void close() {
        client.close();
    }
}
