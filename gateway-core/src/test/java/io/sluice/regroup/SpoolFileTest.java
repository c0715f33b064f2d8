package io.sluice.regroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.sluice.upstream.GuardedLoop;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of spools where the disk is full: {@code /dev/full} answers each write as such a disk does. */
class SpoolFileTest {
    private static final int BYTES = 1000;

    @TempDir
    Path directory;

    private final EventLoop executor = new DefaultEventLoop();
    private final GuardedLoop loop = new GuardedLoop(executor, thrown -> {
        throw new AssertionError(thrown);
    });

    @AfterEach
    void stop() {
        executor.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS).syncUninterruptibly();
    }

    private static FileChannel fullDisk(@Nullable Path ignored) throws IOException {
        return FileChannel.open(Path.of("/dev/full"), StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static @Nullable IOException write(SpoolFile file, ByteBuf part) throws Exception {
        CompletableFuture<@Nullable IOException> problem = new CompletableFuture<>();
        file.write(List.of(part), problem::complete);
        return problem.get(20, TimeUnit.SECONDS);
    }

    @Test
    void tellsThatTheDiskIsFullAndKeepsNothing() throws Exception {
        try (SpoolFiles files = new SpoolFiles(SpoolFileTest::fullDisk)) {
            SpoolFile file = new SpoolFile(files, loop, directory);
            ByteBuf part = Unpooled.buffer().writeZero(BYTES);

            IOException problem = write(file, part);
            file.close();

            assertThat(problem).hasMessageContaining("No space left on device");
            assertThat(part.refCnt()).isZero();
            Awaitility.await().until(() -> files.fileBytes() == 0);
        }
    }

    @Test
    void leavesNoFileBehind() throws Exception {
        try (SpoolFiles files = new SpoolFiles()) {
            SpoolFile file = new SpoolFile(files, loop, directory);
            assertThat(write(file, Unpooled.buffer().writeZero(BYTES))).isNull();
            assertThat(files.fileBytes()).isEqualTo(BYTES);

            file.close();

            Awaitility.await().until(() -> files.fileBytes() == 0);
            try (var left = Files.list(directory)) {
                assertThat(left).isEmpty();
            }
        }
    }
}
