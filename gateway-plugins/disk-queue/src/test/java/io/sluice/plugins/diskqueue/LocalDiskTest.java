package io.sluice.plugins.diskqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.PluginFactory;
import io.sluice.api.QueueFactory;
import io.sluice.api.queue.RecordQueue;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.io.TempDir;

class LocalDiskTest {

    @TempDir
    Path directory;

    private RecordQueue open(String name) throws IOException {
        return new DiskQueueFactory().open(QueueRig.config(OnDamage.FAIL), context(name));
    }

    private QueueRig.TestContext context(String name) {
        return new QueueRig.TestContext(name, directory, InstantSource.system());
    }

    @Test
    void keepsAQueueAndItsDeadLettersInDirectoriesOfTheirNames() throws Exception {
        // When
        try (RecordQueue queue = open("ingest");
                RecordQueue dead = open("ingest/dead")) {
            queue.append(List.of(QueueRig.record(0, "a"))).toCompletableFuture().get(30, TimeUnit.SECONDS);

            // Then
            assertThat(dead.stats().records()).isZero();
        }
        assertThat(directory.resolve("queues/ingest/" + SegmentHeader.nameOf(1)))
                .exists();
        assertThat(directory.resolve("queues/ingest/dead/" + SegmentHeader.nameOf(1)))
                .exists();
        try (RecordQueue queue = open("ingest")) {
            assertThat(queue.stats().records()).isEqualTo(1);
        }
    }

    @Test
    void refusesNamesThatLeaveTheDirectory() {
        for (String name : List.of("..", "a/../b", "/a", "a//b", "", ".hidden", "a\nb")) {
            assertThatThrownBy(() -> open(name)).as(name).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void refusesAQueueThatIsOpenInThisProcess() throws Exception {
        try (RecordQueue queue = open("ingest")) {
            assertThat(queue.lanes()).isEqualTo(4);
            assertThatThrownBy(() -> open("ingest")).hasMessageContaining("the queue is open in this process");
        }
        open("ingest").close();
    }

    @Test
    void staysLockedForOtherProcessesAfterASecondOpeningInThisOneWasRefused() throws Exception {
        Path lock = directory.resolve("queues/ingest/lock");
        try (RecordQueue queue = open("ingest")) {
            assertThat(queue.lanes()).isEqualTo(4);
            assertThatThrownBy(() -> open("ingest")).hasMessageContaining("the queue is open in this process");

            assertThat(OtherProcess.canLock(lock)).isFalse();
        }
        assertThat(OtherProcess.canLock(lock)).isTrue();
    }

    @Test
    void saysThatADirectoryCannotBeMade() throws IOException {
        Files.writeString(directory.resolve("queues"), "a file");

        assertThatThrownBy(() -> open("ingest"))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("queues");
    }

    @Test
    void checksAQueueWithoutMakingItAndWhileItIsOpen() throws Exception {
        DiskQueueFactory factory = new DiskQueueFactory();

        factory.check(QueueRig.config(OnDamage.FAIL), context("ingest"));
        assertThat(directory.resolve("queues")).doesNotExist();
        try (RecordQueue open = open("ingest")) {
            factory.check(QueueRig.config(OnDamage.FAIL), context("ingest"));
        }
    }

    @Test
    void checkFindsAFileInThePlaceOfTheDirectory() throws IOException {
        Files.createFile(directory.resolve("queues"));

        assertThatThrownBy(() -> new DiskQueueFactory().check(QueueRig.config(OnDamage.FAIL), context("ingest")))
                .isInstanceOf(NotDirectoryException.class)
                .hasMessage(directory.resolve("queues").toString());
    }

    @Test
    @DisabledIf("isRoot")
    void checkFindsADirectoryThatMayNotBeWritten() throws IOException {
        Path queues = Files.createDirectory(directory.resolve("queues"));
        Files.setPosixFilePermissions(queues, PosixFilePermissions.fromString("r-xr-xr-x"));

        assertThatThrownBy(() -> new DiskQueueFactory().check(QueueRig.config(OnDamage.FAIL), context("ingest")))
                .isInstanceOf(AccessDeniedException.class);
    }

    @Test
    @DisabledIf("isRoot")
    void saysThatADirectoryMayNotBeWritten() throws IOException {
        Path queues = Files.createDirectory(directory.resolve("queues"));
        Files.setPosixFilePermissions(queues, PosixFilePermissions.fromString("r-xr-xr-x"));

        assertThatThrownBy(() -> open("ingest")).isInstanceOf(AccessDeniedException.class);
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    @Test
    void isFoundAsAPlugin() {
        QueueFactory<?> found =
                ServiceLoader.load(QueueFactory.class).findFirst().orElseThrow();

        assertThat(found.type()).isEqualTo("disk");
        assertThat(found.apiVersion()).isEqualTo(PluginFactory.API_VERSION);
        assertThat(found.description()).isNotBlank().doesNotContain("\n").hasSizeLessThan(120);
    }
}
