package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.config.ConfigException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class IndexCommandTest {
    private static final Access NOBODY = new Access("source", null, null, Map.of());

    @TempDir
    Path directory;

    private final StringWriter err = new StringWriter();

    private int index(String arguments) {
        String[] all = ("index " + arguments).split(" ");
        CommandLine sluice = Sluice.commandLine(all);
        sluice.setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err, true));
        return sluice.execute(all);
    }

    private Place place(String text, Access access) throws ConfigException {
        return Place.parse(text, access, directory.resolve("gateway.yml"));
    }

    @Test
    void readsAUrlWithAndWithoutPort() throws Exception {
        Place place = place("http://host:9201/logs-*,x", NOBODY);
        assertThat(place.cluster().nodes()).hasToString("[http://host:9201]");
        assertThat(place.indices()).isEqualTo("logs-*,x");
        assertThat(place.isOneName()).isFalse();
        assertThat(place("https://host", NOBODY).text()).isEqualTo("https://host:9200/");
        assertThat(place("http://host/one", NOBODY).isOneName()).isTrue();
        assertThat(place("http://host/_all", NOBODY).isOneName()).isFalse();
    }

    @Test
    void takesTheUserOfTheUrlAndThePasswordOfTheEnvironment() throws Exception {
        Access access = new Access("target", null, null, Map.of("SLUICE_TARGET_PASSWORD", "pa$$:${X}'"));

        var auth = Objects.requireNonNull(
                place("http://ann@host:9200/i", access).cluster().auth());

        assertThat(auth.username()).isEqualTo("ann");
        assertThat(Objects.requireNonNull(auth.password()).value()).isEqualTo("pa$$:${X}'");
    }

    @Test
    void prefersAKeyToAUser() throws Exception {
        Access access = new Access("source", "ann:x", null, Map.of("SLUICE_SOURCE_API_KEY", "abc"));

        assertThat(Objects.requireNonNull(
                                place("http://host/i", access).cluster().auth())
                        .header())
                .isEqualTo("ApiKey abc");
    }

    @Test
    void takesTheAuthorityOfAnOption() throws Exception {
        Path ca = directory.resolve("it's a ca.pem");

        assertThat(place("https://host/i", new Access("source", null, ca, Map.of()))
                        .cluster()
                        .tls()
                        .ca())
                .isEqualTo(ca);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://ann:secret@host/i",
                "http://host/i?x=1",
                "http://host/a/b",
                "http:///i",
                "http://ho st/i",
                "http://ann@host/i"
            })
    void refusesUrlsThatCannotBeMeant(String url) {
        assertThatThrownBy(() -> place(url, NOBODY))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("secret");
    }

    @Test
    void namesAClusterOfTheConfiguration() throws Exception {
        Files.writeString(directory.resolve("gateway.yml"), """
                clusters: { primary: { nodes: ["http://127.0.0.1:9201"], auth: { username: u, password: p } } }
                flows: { default: { relay: { cluster: primary } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """);

        Place place = place("primary/logs-*", NOBODY);

        assertThat(place.cluster().nodes()).hasToString("[http://127.0.0.1:9201]");
        assertThat(Objects.requireNonNull(place.cluster().auth()).username()).isEqualTo("u");
        assertThat(place.indices()).isEqualTo("logs-*");
        assertThatThrownBy(() -> place("secondary/logs", NOBODY)).hasMessageContaining("[primary]");
        assertThatThrownBy(() -> place("primary/logs", new Access("target", null, Path.of("ca.pem"), Map.of())))
                .hasMessageContaining("--target-ca");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "diff http://127.0.0.1:1/a",
                "diff http://127.0.0.1:1 http://127.0.0.1:1",
                "diff http://127.0.0.1:1/a http://127.0.0.1:1 --yes",
                "diff http://127.0.0.1:1/a http://127.0.0.1:1 --by everything",
                "diff http://127.0.0.1:1/a http://127.0.0.1:1 --workers 0",
                "diff http://127.0.0.1:1/a http://127.0.0.1:1 --page 1",
                "diff http://127.0.0.1:1/a http://127.0.0.1:1 --rename x",
                "migrate http://127.0.0.1:1 http://127.0.0.1:2",
                "migrate http://127.0.0.1:1/a* http://127.0.0.1:2/b",
                "migrate http://127.0.0.1:1/a http://127.0.0.1:2/b --rename a=c",
                "backup http://127.0.0.1:1 dir",
                "backup http://127.0.0.1:1/a dir --file-size 1",
                "restore dir http://127.0.0.1:1/a",
            })
    void refusesWhatCannotBeMeant(String arguments) {
        assertThat(index(arguments)).as(err.toString()).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).isNotBlank();
    }

    @Test
    void saysThatAClusterIsAway() {
        assertThat(index("diff http://127.0.0.1:1/a http://127.0.0.1:1 --patience 0"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("http://127.0.0.1:1").doesNotContain("\tat ");
    }

    @Test
    void saysThatADirectoryHasNoBackup() {
        assertThat(index("restore " + directory + " http://127.0.0.1:1 --patience 0"))
                .isEqualTo(ExitCode.FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"notes.txt", "manifest.json"})
    void refusesADirectoryInWhichABackupCannotBegin(String file) throws Exception {
        Files.writeString(directory.resolve(file), "mine");

        assertThat(index("backup http://127.0.0.1:1/a " + directory + " --patience 0"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("name a").doesNotContain("127.0.0.1");
        assertThat(directory).isDirectoryContaining(path -> path.endsWith(file));
    }
}
