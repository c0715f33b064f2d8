package io.sluice.config;

import io.sluice.api.Key;
import io.sluice.tls.TlsProvider;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** TLS to the nodes; used if their addresses begin with https. */
public record UpstreamTlsConfig(
        @Key("PEM file with the authorities to trust; left out: the JVM's") @Nullable Path ca,

        @Key("PEM file with the gateway's own certificate chain") @Nullable Path certificate,

        @Key("PEM file with the private key of that certificate, PKCS#8") @Nullable Path key,

        @Key(value = "whether certificate and host name are verified", def = "true")
        boolean verify,

        @Key(value = "what encrypts: OpenSSL (auto: where it loads) or the JDK, which takes more CPU", def = "auto")
        TlsProvider provider) {

    public UpstreamTlsConfig {
        Checks checks = new Checks();
        checks.require((certificate == null) == (key == null), "certificate and key belong together");
        checks.require(verify || ca == null, "a ca has no meaning without verify");
        checks.loads(provider);
        checks.done();
    }
}
