package io.sluice.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... more) {
        String[] arguments = new String[more.length + 1];
        arguments[0] = "api-key";
        System.arraycopy(more, 0, arguments, 1, more.length);
        return Sluice.commandLine(arguments)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private List<String> lines() {
        return out.toString()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private String[] pair() {
        String encoded = lines().get(1).substring("Authorization: ApiKey ".length());
        return new String(Base64.getDecoder().decode(encoded), US_ASCII).split(":", 2);
    }

    @Test
    void printsTheKeyAndTheHashOfItsSecretOnly() throws Exception {
        assertThat(run()).isZero();

        String[] pair = pair();
        assertThat(pair[0]).hasSize(20);
        assertThat(Base64.getUrlDecoder().decode(pair[1])).hasSize(32);
        String hash =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(pair[1].getBytes(US_ASCII)));
        assertThat(lines().getLast()).isEqualTo(pair[0] + " sha256:" + hash);
        assertThat(out.toString()).doesNotContain(pair[1]);
    }

    @Test
    void makesAnotherKeyEachTime() {
        run("--id", "k");
        String first = pair()[1];
        out.getBuffer().setLength(0);
        run("--id", "k");

        assertThat(pair()[0]).isEqualTo("k");
        assertThat(pair()[1]).isNotEqualTo(first);
    }

    @Test
    void escapesWhatALineCannotHave() {
        run("--id", "k", "--name", "J\u00e4n e", "--claim", "a=1,2", "--claim", "a=%", "--claim", "b=c=d");

        assertThat(lines().getLast()).endsWith(" name=J%C3%A4n%20e claims.a=1%2C2,%25 claims.b=c%3Dd");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--id=a:b",
                "--id=a b",
                "--id=",
                "--name=",
                "--name= ",
                "--name=a\nb",
                "--claim=roles",
                "--claim==x",
                "--claim=a b=x",
                "--claim=a=",
                "--days=0",
                "--days=36501",
                "--days=x"
            })
    void refusesWhatNoKeyCanHave(String option) {
        assertThat(run(option)).isEqualTo(ExitCode.USAGE);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).isNotEmpty();
    }
}
