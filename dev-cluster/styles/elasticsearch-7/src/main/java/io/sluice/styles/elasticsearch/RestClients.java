package io.sluice.styles.elasticsearch;

import io.sluice.styles.trial.Target;
import org.apache.http.Header;
import org.apache.http.HttpHost;
import org.apache.http.message.BasicHeader;
import org.elasticsearch.client.RestClient;
import org.elasticsearch.client.RestClientBuilder;

/** The low-level client below both REST styles, with its defaults but for the target's headers. */
final class RestClients {
    private RestClients() {}

    static RestClientBuilder of(Target target) {
        Header[] headers = target.headers().entrySet().stream()
                .map(header -> new BasicHeader(header.getKey(), header.getValue()))
                .toArray(Header[]::new);
        return RestClient.builder(new HttpHost(target.host(), target.port())).setDefaultHeaders(headers);
    }
}
