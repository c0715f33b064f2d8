package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.cluster.ServerVersion;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerProductTest {

    @ParameterizedTest
    @CsvSource({
        "7.13.4,",
        "7.14.0,Elasticsearch",
        "7.17.28,Elasticsearch",
        "9.2.4,Elasticsearch",
        "1.3.20,",
        "3.3.0,",
        "unread,"
    })
    void isWhatTheVersionsSayBeforeAnyAnswer(String version, String name) {
        ServerProduct product = new ServerProduct();
        product.discovered(Set.of(ServerVersion.of(version)));

        assertThat(product.name()).isEqualTo(name);
    }

    @Test
    void isNotNamedWhileAnOlderNodeIsThere() {
        ServerProduct product = new ServerProduct();
        product.discovered(Set.of(ServerVersion.of("7.13.4"), ServerVersion.of("7.17.28")));

        assertThat(product.name()).isNull();
    }

    @Test
    void isWhatTheLastAnswerShowedWhateverIsDiscovered() {
        ServerProduct product = new ServerProduct();
        product.answered(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        product.discovered(Set.of(ServerVersion.of("8.19.4")));

        assertThat(product.name()).isNull();
    }
}
