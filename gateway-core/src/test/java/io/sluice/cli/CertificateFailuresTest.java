package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tls.KeyedChain;
import io.sluice.tls.TrialCertificates;
import io.sluice.tls.TrialFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code sluice certificate} refuses or cannot do, and what it leaves then. */
@Tag("slow")
class CertificateFailuresTest extends CertificateTest {

    @Test
    void refusesAnAuthorityWithoutItsKeyAndLeavesItAlone() throws Exception {
        // Given
        run();
        Files.delete(certs.resolve("ca.key"));
        byte[] authority = Files.readAllBytes(certs.resolve("ca.pem"));

        // When / Then
        assertThat(run("--force")).isEqualTo(1);
        assertThat(err)
                .hasToString(
                        "sluice: " + certs + "/ca.pem has no ca.key beside it: put that back, or remove ca.pem for a"
                                + " new authority\n");
        assertThat(certs.resolve("ca.pem")).hasBinaryContent(authority);
    }

    @Test
    void saysWhatToRemoveWhereTheKeyOfAnAuthorityIsLeftAlone() throws Exception {
        // Given
        run();
        Files.delete(certs.resolve("ca.pem"));

        // When / Then
        assertThat(run("--force")).isEqualTo(1);
        assertThat(err)
                .hasToString(
                        "sluice: " + certs + "/ca.key has no ca.pem beside it: put that back, or remove ca.key for a"
                                + " new authority\n");
        Files.delete(certs.resolve("ca.key"));
        assertThat(run("--force")).as(err.toString()).isZero();
    }

    @Test
    void keepsTheOldKeyIfTheNewCertificateCannotTakeItsPlace() throws Exception {
        // Given
        run();
        byte[] key = Files.readAllBytes(certs.resolve("server.key"));
        Files.delete(certs.resolve("server.pem"));
        Files.createDirectory(certs.resolve("server.pem"));

        // When
        assertThat(run("--force")).isEqualTo(1);

        // Then
        assertThat(certs.resolve("server.key")).hasBinaryContent(key);
        assertThat(permissions("server.key")).isEqualTo("rw-------");
        assertThat(names()).containsExactlyInAnyOrder("ca.key", "ca.pem", "server.key", "server.pem");
    }

    @Test
    void leavesNoAuthorityBehindIfItsFirstCertificateCannotBeWritten() throws Exception {
        // Given
        Files.createDirectories(certs.resolve("server.pem"));

        // When / Then
        assertThat(run("--force")).isEqualTo(1);
        assertThat(names()).containsExactly("server.pem");
    }

    @Test
    void refusesAServersCertificateInPlaceOfAnAuthority() throws Exception {
        // Given
        run();
        for (String kind : List.of(".pem", ".key")) {
            Files.copy(certs.resolve("server" + kind), certs.resolve("ca" + kind), StandardCopyOption.REPLACE_EXISTING);
        }

        // When / Then
        assertThat(run("--force")).isEqualTo(1);
        assertThat(err)
                .hasToString("sluice: " + certs + "/ca.pem is no authority: it may not sign other certificates\n");
    }

    @Test
    void refusesACertificateThatWouldOutliveItsAuthority() throws Exception {
        // Given
        run();
        KeyedChain old = new TrialCertificates(Instant.now()).authority(Duration.ofDays(10));
        new TrialFiles(Files.createDirectory(home.resolve("old")), "server").write(old, old, false);

        // When / Then
        certs = home.resolve("old");
        assertThat(run("--force", "--days", "20")).isEqualTo(1);
        assertThat(err.toString())
                .contains("ca.pem ends on ", "give --days fewer days, or another --out")
                .hasLineCount(1);
        assertThat(run("--force", "--days", "9")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://search.example",
                "search.example:9200",
                "under_score.example",
                "-a.example",
                "a..example",
                "256.1.1.1",
                "[::1]",
                "*",
                "*.example",
                "a.*.example",
                "a\nb",
                ""
            })
    void refusesWhatIsNoHostAsWrongUsage(String host) {
        // When / Then
        assertThat(run("--host=" + host)).isEqualTo(2);
        assertThat(err.toString()).contains("' is no host: write a name such as search.example");
        assertThat(certs).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "3651"})
    void refusesDaysThatMakeNoSense(String days) {
        // When / Then
        assertThat(run("--days=" + days)).isEqualTo(2);
        assertThat(err.toString()).contains("--days is 1 to 3650");
    }

    @Test
    void saysThatTheDirectoryIsAFile() throws Exception {
        // Given
        Files.writeString(certs, "");

        // When / Then
        assertThat(run()).isEqualTo(1);
        assertThat(err)
                .hasToString("sluice: the certificates cannot be written in " + certs + ": " + certs
                        + ": there is a file of this name already\n");
    }

    @Test
    void saysThatTheDirectoryCannotBeWritten() throws Exception {
        // Given
        Files.createDirectory(
                certs, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
        // Nothing keeps root out of a directory of its own, but nobody writes in /proc.
        if (Files.isWritable(certs)) {
            certs = Path.of("/proc/self");
        }

        // When / Then
        assertThat(run()).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("sluice: the certificates cannot be written in " + certs + ": ")
                .hasLineCount(1);
    }
}
