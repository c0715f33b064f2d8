package io.sluice.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;

/** Reads private keys of PEM files. */
final class PrivateKeys {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");
    private static final byte[] SAMPLE = {1, 2, 3};

    private PrivateKeys() {}

    /**
     * Reads the only private key of a file.
     *
     * @throws TlsFileException if the file cannot be read, or has none, several, or one in another form than PKCS#8
     */
    static PrivateKey read(Path file) throws TlsFileException {
        PemFile pem = PemFile.read(file);
        List<PemFile.Block> keys = pem.blocks().stream()
                .filter(block -> block.label().endsWith("PRIVATE KEY"))
                .toList();
        if (keys.isEmpty()) {
            throw new TlsFileException(
                    file + " holds no private key in PEM form (-----BEGIN PRIVATE KEY-----) but " + pem.contents());
        }
        if (keys.size() > 1) {
            throw new TlsFileException(file + " holds more than one private key");
        }
        return switch (keys.getFirst().label()) {
            case "PRIVATE KEY" -> parse(file, keys.getFirst());
            case "ENCRYPTED PRIVATE KEY" ->
                throw new TlsFileException(
                        file + ": the key is encrypted; write it without a password, readable for the gateway only: "
                                + conversion(file));
            default ->
                throw new TlsFileException(file + ": the key is not in PKCS#8 form but a "
                        + keys.getFirst().label() + "; convert it: " + conversion(file));
        };
    }

    private static String conversion(Path file) {
        return "openssl pkcs8 -topk8 -nocrypt -in " + file.getFileName() + " -out NEW.key";
    }

    private static PrivateKey parse(Path file, PemFile.Block block) throws TlsFileException {
        GeneralSecurityException last = new InvalidKeySpecException();
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(block.der()));
            } catch (GeneralSecurityException e) {
                // A key of another algorithm, which is tried next.
                last = e;
            }
        }
        throw new TlsFileException(file + ": the key is none of " + String.join(", ", ALGORITHMS), last);
    }

    /** Whether the two belong together. */
    static boolean match(PrivateKey key, PublicKey other) {
        if (key instanceof RSAKey own && other instanceof RSAKey rsa) {
            return own.getModulus().equals(rsa.getModulus());
        }
        String algorithm = key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : key.getAlgorithm();
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(SAMPLE);
            byte[] signed = signature.sign();
            signature.initVerify(other);
            signature.update(SAMPLE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            // Keys of different algorithms.
            return false;
        }
    }
}
