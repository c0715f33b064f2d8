package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MendedEpollTest {

    /** The end of a pipe from which can be read. */
    private record Pipe(FileDescriptor fd, CountDownLatch readable) implements EpollIoHandle {

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            readable.countDown();
            registration.submit(EpollIoOps.NONE);
        }

        @Override
        public void close() throws Exception {
            fd.close();
        }
    }

    // With Netty's own handler the third call fails: epoll_ctl(..) failed with error(-2): No such file or directory.
    @Test
    void waitsAgainAfterItHasWaitedForNothing() throws Exception {
        assumeTrue(Epoll.isAvailable());
        try (MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, MendedEpoll.newFactory())) {
            FileDescriptor[] ends = FileDescriptor.pipe();
            Pipe pipe = new Pipe(ends[0], new CountDownLatch(1));
            IoRegistration registration = group.next().register(pipe).get(10, TimeUnit.SECONDS);

            group.submit(() -> {
                        registration.submit(EpollIoOps.EPOLLIN);
                        registration.submit(EpollIoOps.NONE);
                        registration.submit(EpollIoOps.NONE);
                        registration.submit(EpollIoOps.EPOLLIN);
                    })
                    .get(10, TimeUnit.SECONDS);
            ByteBuffer one = ByteBuffer.allocateDirect(1);
            ends[1].write(one, 0, 1);

            assertThat(pipe.readable().await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(registration.isValid()).isTrue();
            assertThat(registration.cancel()).isTrue();
            assertThat(registration.submit(EpollIoOps.EPOLLIN)).isEqualTo(-1);
            ends[0].close();
            ends[1].close();
        }
    }
}
