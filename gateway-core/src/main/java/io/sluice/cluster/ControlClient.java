package io.sluice.cluster;

import io.sluice.config.AuthConfig;
import io.sluice.config.ClusterConfig;
import java.net.URI;
import javax.net.ssl.SSLContext;
import org.apache.http.Header;
import org.apache.http.HttpHost;
import org.apache.http.conn.ssl.NoopHostnameVerifier;
import org.apache.http.message.BasicHeader;
import org.elasticsearch.client.RestClient;
import org.elasticsearch.client.RestClientBuilder;
import org.jspecify.annotations.Nullable;

/** Makes the client through which the gateway asks a cluster about itself: elasticsearch-java's low-level one. */
final class ControlClient {
    private static final int SOCKET_MILLIS = 10_000;

    private ControlClient() {}

    /**
     * A client of the seeds; the caller closes it.
     *
     * @param tls null for plain connections
     */
    static RestClient open(ClusterConfig config, @Nullable SSLContext tls) {
        HttpHost[] hosts = config.nodes().stream().map(ControlClient::hostOf).toArray(HttpHost[]::new);
        RestClientBuilder builder = RestClient.builder(hosts)
                .setRequestConfigCallback(request -> request.setConnectTimeout(
                                Math.toIntExact(config.timeouts().connect().toMillis()))
                        .setSocketTimeout(SOCKET_MILLIS))
                .setHttpClientConfigCallback(client -> {
                    client.setMaxConnPerRoute(1);
                    if (tls != null) {
                        client.setSSLContext(tls);
                    }
                    return config.tls().verify()
                            ? client
                            : client.setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE);
                });
        AuthConfig auth = config.auth();
        if (auth != null) {
            builder.setDefaultHeaders(new Header[] {new BasicHeader("Authorization", auth.header())});
        }
        return builder.build();
    }

    private static HttpHost hostOf(URI node) {
        return new HttpHost(node.getHost(), node.getPort(), node.getScheme());
    }
}
