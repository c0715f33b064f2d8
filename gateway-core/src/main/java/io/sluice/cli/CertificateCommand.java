package io.sluice.cli;

import io.sluice.failure.FileFailure;
import io.sluice.tls.HostName;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TlsFileException;
import io.sluice.tls.TrialCertificates;
import io.sluice.tls.TrialFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice certificate}: makes an authority, and a certificate of a server or a client, so that TLS can be tried out. */
@Command(
        name = "certificate",
        description = "Makes an authority, and a certificate of a server or a client, for trying out TLS.",
        mixinStandardHelpOptions = true)
final class CertificateCommand implements Callable<Integer> {

    private static final Pattern CLIENT =
            Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._@-]{0," + (TrialCertificates.MAX_COMMON_NAME - 1) + "}");

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description =
                    "the directory for ca.pem, ca.key, server.pem and server.key; an authority that is there signs")
    private Path out;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            arity = "1..*",
            description = "names and addresses of the server (localhost, 127.0.0.1, ::1 and this machine's name)")
    private List<String> hosts = new ArrayList<>();

    @Option(
            names = "--client",
            paramLabel = "NAME",
            description = "makes NAME.pem and NAME.key, the certificate of a client of that name, and none of a server")
    private @Nullable String client;

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "365",
            description = "how long the certificate is valid (${DEFAULT-VALUE})")
    private int days;

    @Option(names = "--force", description = "replaces the certificate and the key; an authority is always kept")
    private boolean force;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, GeneralSecurityException, TlsFileException {
        long most = TrialCertificates.AUTHORITY_VALIDITY.toDays();
        if (days < 1 || days > most) {
            throw new ParameterException(spec.commandLine(), "--days is 1 to " + most);
        }
        if (client != null) {
            checkClient(client);
        }
        List<HostName> names = hosts.isEmpty() ? ownNames() : given();
        TrialFiles files = new TrialFiles(out.toAbsolutePath().normalize(), client == null ? "server" : client);
        prepare(files);
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Duration validity = Duration.ofDays(days);
        TrialCertificates certificates = new TrialCertificates(now);
        boolean kept = files.haveAuthority();
        KeyedChain authority = kept
                ? files.readAuthority(now.plus(validity))
                : certificates.authority(TrialCertificates.AUTHORITY_VALIDITY);
        KeyedChain own = client == null
                ? certificates.server(authority, names, validity)
                : certificates.client(authority, client, validity);
        try {
            files.write(kept ? null : authority, own, force);
        } catch (IOException e) {
            throw unwritable(e);
        }
        spec.commandLine()
                .getOut()
                .println(files.authority() + ": " + (kept ? "the authority that was there" : "a new authority"));
        if (client == null) {
            reportServer(files, names, now.plus(validity));
        } else {
            reportClient(files, client, now.plus(validity));
        }
        return ExitCode.OK;
    }

    private List<HostName> given() {
        try {
            return hosts.stream().map(HostName::of).distinct().toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static List<HostName> ownNames() {
        List<String> names = new ArrayList<>(List.of("localhost", "127.0.0.1", "::1"));
        List<HostName> hosts = new ArrayList<>(names.stream().map(HostName::of).toList());
        try {
            hosts.add(HostName.of(InetAddress.getLocalHost().getHostName()));
        } catch (UnknownHostException | IllegalArgumentException e) {
            // This machine has no name that a certificate can have: the others do.
            return hosts;
        }
        return hosts.stream().distinct().toList();
    }

    private void prepare(TrialFiles files) throws IOException {
        try {
            Files.createDirectories(files.directory());
            if (!force) {
                files.refuseToOverwrite();
            }
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(files.directory())) {
                throw unwritable(e);
            }
            throw new IOException(e.getFile() + ": there is a file of this name already; --force replaces it", e);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private IOException unwritable(IOException e) {
        return new IOException("the certificates cannot be written in " + out + ": " + FileFailure.describe(e), e);
    }

    private void checkClient(String name) {
        if (!hosts.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--host is for servers, and --client for clients");
        }
        if (!CLIENT.matcher(name).matches() || name.equals("ca") || name.equals("server")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--client is at most " + TrialCertificates.MAX_COMMON_NAME
                            + " letters, digits and any of . _ @ -, and neither ca nor server");
        }
    }

    private void reportClient(TrialFiles files, String name, Instant until) {
        PrintWriter text = spec.commandLine().getOut();
        text.println(files.certificate() + ": for the client " + name + "; until " + until);
        text.println();
        text.println("Put this into the section tls of a listener:");
        text.println();
        text.println("      clients: { ca: " + yaml(files.authority()) + " }");
        text.println();
        text.println("Then ask the gateway, here at port 8000:");
        text.println();
        text.println("    curl --cacert " + shell(files.authority()) + " --cert " + shell(files.certificate())
                + " --key " + shell(files.key()) + " https://localhost:8000/");
        text.flush();
    }

    private void reportServer(TrialFiles files, List<HostName> names, Instant until) {
        PrintWriter text = spec.commandLine().getOut();
        String list = names.stream().map(HostName::text).collect(Collectors.joining(", "));
        text.println(files.certificate() + ": for " + list + "; until " + until);
        text.println();
        text.println("Put this into a listener of the configuration:");
        text.println();
        text.println("    tls:");
        text.println("      certificate: " + yaml(files.certificate()));
        text.println("      key: " + yaml(files.key()));
        text.println();
        text.println("Then ask the gateway, here at port 8000:");
        text.println();
        text.println("    curl --cacert " + shell(files.authority()) + " https://" + url(names.getFirst()) + ":8000/");
        text.println();
        text.println("This is for trying out: whoever has "
                + files.authorityKey().getFileName() + " can be any server to those who trust ca.pem.");
        text.flush();
    }

    private static String url(HostName host) {
        return host.text().contains(":") ? "[" + host.text() + "]" : host.text().replace("*", "www");
    }

    private static String yaml(Path file) {
        return "'" + file.toString().replace("'", "''") + "'";
    }

    private static String shell(Path file) {
        String text = file.toString();
        return text.matches("[A-Za-z0-9_./+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
