package io.sluice.server;

import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.bulk;
import static io.sluice.server.Bulks.files;
import static io.sluice.server.Bulks.gateway;
import static io.sluice.server.Bulks.gauge;
import static io.sluice.server.Bulks.ids;
import static io.sluice.server.Bulks.items;
import static io.sluice.server.Bulks.names;
import static io.sluice.server.Bulks.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulks that go nowhere before all of them is there and valid. */
class AtomicBulkTest {
    @TempDir
    Path directory;

    @Test
    void splitsABulkWhenAllOfItIsThere() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("atomic: true", one, two)) {
            var response = bulk(gateway, items(0, 20_000));

            assertThat(response.body()).startsWith("{\"took\":3,\"errors\":false,\"items\":[{");
            assertThat(ids(response)).isEqualTo(names(0, 20_000));
            assertThat(BulkNode.bulks(one)).hasSize(1);
            assertThat(BulkNode.bulks(two)).hasSize(1);
            assertThat(gauge(gateway, "sluice.bulk.spool.bytes")).isZero();
        }
    }

    @Test
    void sendsNothingOfABulkWhoseLastLineIsMalformed() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("atomic: true, splitBytes: 4KiB", one, two)) {
            var response = bulk(gateway, items(0, 20_000) + "{\"index\":\n{}\n");

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(gateway.meters().find("sluice.bulk.split").counter().count())
                    .isZero();
            assertThat(BulkNode.bulks(one)).isEmpty();
            assertThat(BulkNode.bulks(two)).isEmpty();
            assertThat(gateway.connections(one) + gateway.connections(two)).isZero();
            assertThat(gauge(gateway, "sluice.bulk.spool.bytes")).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"atomic: true", "atomic: true, splitBytes: 4MiB", "atomic: true, splitBytes: 4KiB"})
    void measuresSplittingOfWhatIsThereAtOnce(String more) throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway(more, one, two)) {
            assertThat(bulk(gateway, items(0, 300)).statusCode()).isEqualTo(200);

            var splitting = gateway.meters().get("sluice.bulk.splitting").timer();
            Awaitility.await().until(() -> splitting.count() == 1);
            // Nobody reads an item in less than a tenth of a microsecond, nor needs as long as this for the end alone.
            assertThat(splitting.totalTime(TimeUnit.MICROSECONDS)).isGreaterThan(30);
        }
    }

    @Test
    void checksAShortBulkToo() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("atomic: true", one)) {
            assertThat(bulk(gateway, items(0, 3) + "{\"index\":\n{}\n").statusCode())
                    .isEqualTo(400);
            assertThat(BulkNode.bulks(one)).isEmpty();

            assertThat(ids(bulk(gateway, items(0, 3)))).isEqualTo(names(0, 3));
        }
    }

    @Test
    void sendsNothingOfABulkWhoseClientGoesAway() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway =
                        gateway("atomic: true, mergeBytes: 1MiB, spool: { directory: '" + directory + "' }", one)) {
            try (var socket = gateway.connect()) {
                String body = items(0, 100_000);
                socket.getOutputStream().write(request(body, body.length() + 1));
                await(() -> gauge(gateway, "sluice.bulk.spool.file.bytes") > 1_000_000);
                assertThat(gateway.connections(one)).isZero();
            }

            await(() -> gateway.gateway().requests() == 0 && gauge(gateway, "sluice.bulk.spool.file.bytes") == 0);
            assertThat(gauge(gateway, "sluice.bulk.spool.bytes")).isZero();
            assertThat(BulkNode.bulks(one)).isEmpty();
            assertThat(files(directory)).isEmpty();
        }
    }

    @Test
    void readsWhatItPutIntoAFile() throws Exception {
        String more = "atomic: true, splitBytes: 400KiB, mergeBytes: 1MiB, spool: { directory: '" + directory + "' }";
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway(more, one, two)) {
            var response = bulk(gateway, items(0, 100_000));

            assertThat(response.body()).contains("\"errors\":false");
            assertThat(ids(response)).isEqualTo(names(0, 100_000));
            await(() -> gauge(gateway, "sluice.bulk.spool.file.bytes") == 0);
            assertThat(gauge(gateway, "sluice.bulk.spool.bytes")).isZero();
            assertThat(files(directory)).isEmpty();
        }
    }

    @Test
    void refusesABulkThatIsLongerThanMayBePutBy() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("atomic: true, spool: { bytesPerBulk: 64KiB }", one)) {
            var response = bulk(gateway, items(0, 20_000));

            assertThat(response.statusCode()).isEqualTo(413);
            assertThat(BulkNode.bulks(one)).isEmpty();
            assertThat(gauge(gateway, "sluice.bulk.spool.bytes")).isZero();
        }
    }

    @Test
    void refusesABulkForNowWhereAllHavePutBySoMuch() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("atomic: true, spool: { bytes: 64KiB }", one)) {
            assertThat(bulk(gateway, items(0, 20_000)).statusCode()).isEqualTo(429);
            assertThat(ids(bulk(gateway, items(0, 100)))).isEqualTo(names(0, 100));
        }
    }

    @Test
    void answers503WhereTheFileCannotBeMadeAndGoesOn() throws Exception {
        Path gone = Files.createDirectory(directory.resolve("gone"));
        String more = "atomic: true, mergeBytes: 1MiB, spool: { directory: '" + gone + "' }";
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway(more, one)) {
            Files.delete(gone);

            var response = bulk(gateway, items(0, 100_000));

            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).isPresent();
            assertThat(response.body())
                    .contains("\"type\":\"sluice_spool_failed\"")
                    .contains("nothing of the bulk was sent")
                    .doesNotContain(gone.toString());
            assertThat(gateway.meters()
                            .find("sluice.bulk.spool.failures")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            assertThat(BulkNode.bulks(one)).isEmpty();
            await(() -> gauge(gateway, "sluice.bulk.spool.bytes") == 0);

            assertThat(ids(bulk(gateway, items(0, 100)))).isEqualTo(names(0, 100));
        }
    }
}
