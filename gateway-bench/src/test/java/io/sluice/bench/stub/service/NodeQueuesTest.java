package io.sluice.bench.stub.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeQueuesTest {
    private static final String TEXT = "request=200us,document=20us,byte=5.5ns,workers=2,queue=1000";

    @Test
    void readsWhatItWrites() {
        ServiceTime time = ServiceTime.parse(TEXT);

        assertThat(time).isEqualTo(new ServiceTime(200_000, 20_000, 5.5, 2, 1000));
        assertThat(ServiceTime.parse(time.text())).isEqualTo(time);
        assertThat(ServiceTime.parse(ServiceTime.NONE.text()).none()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "request=1us",
                "request=1,document=1us,byte=1ns,workers=1,queue=1",
                "request=1us,document=1us,byte=1ns,workers=1us,queue=1",
                "request=1us,document=1us,byte=1ns,workers=1,queue=0",
                "request=-1us,document=1us,byte=1ns,workers=1,queue=1",
                "request=1us,document=1us,byte=1ns,workers=1,queue=1,more=1"
            })
    void refusesWhatIsNoServiceTime(String text) {
        assertThatThrownBy(() -> ServiceTime.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void chargesTheNodeThatWasAskedWithTheRequestAndWhatItSendsOn() {
        NodeQueues queues = new NodeQueues(new ServiceTime(1000, 10, 2, 1, 10), 3);

        assertThat(queues.nanos(0, 0, new long[] {5, 0, 7}, 100)).isEqualTo(1000 + 5 * 10 + 100 * 2);
        // Node 2 has worked for its seven documents until 70, and node 1 for nothing.
        assertThat(queues.nanos(0, 1, new long[] {0, 0, 200}, 0)).isEqualTo(70 + 2000);
    }

    @Test
    void queuesNothingOfABulkThatOneNodeRefuses() {
        NodeQueues queues = new NodeQueues(new ServiceTime(0, 10, 0, 1, 1), 2);
        queues.nanos(0, 0, new long[] {10, 0}, 0);
        queues.nanos(0, 0, new long[] {10, 0}, 0);

        assertThat(queues.nanos(0, 1, new long[] {1, 1}, 0)).isEqualTo(WorkerQueue.REFUSED);
        assertThat(queues.nanos(0, 1, new long[] {0, 1}, 0)).isEqualTo(10);
    }

    @Test
    void takesNoTimeUnlessToldTo() {
        assertThat(new NodeQueues(ServiceTime.NONE, 2).nanos(5, 0, new long[0], 0))
                .isZero();
    }
}
