package io.sluice.config;

import io.sluice.api.Key;
import java.net.URI;

/** Traces of requests and where they are sent. */
public record TracingConfig(
        @Key("the collector's address for traces by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces")
        URI endpoint,

        @Key(
                value =
                        "share of the requests that are traced of those whose traceparent does not decide it, from 0 to 1",
                def = "0.01")
        double sample,

        @Key(value = "what traces call the gateway (service.name)", def = "sluice")
        String service) {

    public TracingConfig {
        Checks checks = new Checks();
        boolean http = "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
        checks.require(
                http && endpoint.getHost() != null && endpoint.getUserInfo() == null,
                "endpoint is an http or https URL with a host and without a user");
        checks.require(sample >= 0 && sample <= 1, "sample is between 0 and 1");
        checks.require(!service.isBlank(), "service has no name");
        checks.done();
    }
}
