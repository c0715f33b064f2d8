package io.sluice.tls;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;
import org.jspecify.annotations.Nullable;

/**
 * The files of an authority, and of a server or a client, in one directory. Each file appears whole or not at all; keys are readable by their owner only,
 * from the first byte on.
 *
 * @param directory that has them or will have them
 * @param owner how the files of the server or client are called
 */
public record TrialFiles(Path directory, String owner) {

    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> EVERYBODY = PosixFilePermissions.fromString("rw-r--r--");

    private static final int KEY_CERT_SIGN = 5;

    private record Written(Path whole, Path name) {}

    /** A name that has its new file, and a copy of the file that it had, if any. */
    private record Moved(Path name, @Nullable Path before) {}

    public Path authority() {
        return directory.resolve("ca.pem");
    }

    public Path authorityKey() {
        return directory.resolve("ca.key");
    }

    /** What is made: the owner's certificate, and the authority's after it. */
    public Path certificate() {
        return directory.resolve(owner + ".pem");
    }

    public Path key() {
        return directory.resolve(owner + ".key");
    }

    /** Whether there is anything of an authority, usable or not. */
    public boolean haveAuthority() {
        return exists(authority()) || exists(authorityKey());
    }

    /**
     * Reads the authority that is there, which is a certificate and its key.
     *
     * @throws TlsFileException if it cannot sign a certificate that is valid until then
     */
    public KeyedChain readAuthority(Instant until) throws TlsFileException {
        refuseHalf(authority(), authorityKey());
        refuseHalf(authorityKey(), authority());
        KeyedChain found = KeyedChain.read(authority(), authorityKey());
        X509Certificate own = found.chain().getFirst();
        boolean[] usage = own.getKeyUsage();
        if (own.getBasicConstraints() < 0 || usage != null && !usage[KEY_CERT_SIGN]) {
            throw new TlsFileException(authority() + " is no authority: it may not sign other certificates");
        }
        Instant end = own.getNotAfter().toInstant();
        if (end.isBefore(until)) {
            throw new TlsFileException(authority() + " ends on " + end
                    + ", before the certificate would; give --days fewer days, or another --out for a new authority");
        }
        return found;
    }

    private static void refuseHalf(Path there, Path other) throws TlsFileException {
        if (exists(there) && !exists(other)) {
            throw new TlsFileException(there + " has no " + other.getFileName()
                    + " beside it: put that back, or remove " + there.getFileName() + " for a new authority");
        }
    }

    /** Fails if a file of the owner is there already. */
    public void refuseToOverwrite() throws FileAlreadyExistsException {
        for (Path file : List.of(certificate(), key())) {
            if (exists(file)) {
                throw new FileAlreadyExistsException(file.toString());
            }
        }
    }

    /**
     * Writes a new authority, if one is given, and the owner's files, over those that are there if that is wanted. If it fails, the files are as they
     * were before.
     */
    public void write(@Nullable KeyedChain newAuthority, KeyedChain own, boolean overwrite)
            throws IOException, CertificateEncodingException {
        List<Written> files = new ArrayList<>();
        try {
            if (newAuthority != null) {
                prepare(files, authorityKey(), OWNER, pem(newAuthority.key()));
                prepare(files, authority(), EVERYBODY, pem(newAuthority.chain()));
            }
            prepare(files, key(), OWNER, pem(own.key()));
            prepare(files, certificate(), EVERYBODY, pem(own.chain()));
            moveAll(files, overwrite);
        } finally {
            for (Written file : files) {
                Files.deleteIfExists(file.whole);
            }
        }
    }

    private void moveAll(List<Written> files, boolean overwrite) throws IOException {
        List<Moved> moved = new ArrayList<>();
        try {
            for (Written file : files) {
                if (overwrite && (file.name.equals(certificate()) || file.name.equals(key()))) {
                    Path before = copy(file.name);
                    try {
                        Files.move(file.whole, file.name, StandardCopyOption.ATOMIC_MOVE);
                    } catch (IOException e) {
                        deleteIfThere(before);
                        throw e;
                    }
                    moved.add(new Moved(file.name, before));
                } else {
                    Files.move(file.whole, file.name);
                    moved.add(new Moved(file.name, null));
                }
            }
        } catch (IOException e) {
            undo(moved, e);
            throw e;
        }
        for (Moved file : moved) {
            deleteIfThere(file.before);
        }
    }

    private static void undo(List<Moved> moved, IOException cause) {
        for (Moved file : moved.reversed()) {
            try {
                if (file.before == null) {
                    Files.delete(file.name);
                } else {
                    Files.move(file.before, file.name, StandardCopyOption.ATOMIC_MOVE);
                }
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }
    }

    private static void deleteIfThere(@Nullable Path file) throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }

    private @Nullable Path copy(Path name) throws IOException {
        if (!exists(name) || Files.isDirectory(name, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        Path copy = Files.createTempFile(
                directory, "." + name.getFileName(), ".tmp", PosixFilePermissions.asFileAttribute(OWNER));
        return Files.copy(
                name,
                copy,
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES,
                LinkOption.NOFOLLOW_LINKS);
    }

    private void prepare(List<Written> files, Path name, Set<PosixFilePermission> permissions, String text)
            throws IOException {
        Path whole = Files.createTempFile(
                directory, "." + name.getFileName(), ".tmp", PosixFilePermissions.asFileAttribute(OWNER));
        files.add(new Written(whole, name));
        Files.writeString(whole, text);
        // The umask may have left out what is wanted.
        Files.setPosixFilePermissions(whole, permissions);
    }

    private static boolean exists(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static String pem(PrivateKey key) throws IOException {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    private static String pem(List<X509Certificate> chain) throws IOException, CertificateEncodingException {
        StringBuilder text = new StringBuilder();
        for (X509Certificate certificate : chain) {
            text.append(pem("CERTIFICATE", certificate.getEncoded()));
        }
        return text.toString();
    }

    private static String pem(String label, byte[] der) throws IOException {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            writer.writeObject(new PemObject(label, der));
        }
        return text.toString().replace("\r\n", "\n");
    }
}
