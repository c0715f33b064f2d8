package io.sluice.tls;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Makes authorities, and certificates of servers and clients signed by them, for trying out: there is no revocation, and the authority's key lies
 * beside the others. Keys are on the curve P-256. Not safe for several threads.
 */
public final class TrialCertificates {
    /** How long an authority is valid, unless it is wanted for longer. */
    public static final Duration AUTHORITY_VALIDITY = Duration.ofDays(3650);

    private static final int SERIAL_BITS = 159;
    private static final int LABEL_BYTES = 4;
    /** The longest name that a certificate can have for its owner, in characters (RFC 5280, A.1). */
    public static final int MAX_COMMON_NAME = 64;
    // Clocks of clients may be late.
    private static final Duration EARLIER = Duration.ofHours(1);

    private final SecureRandom random = new SecureRandom();
    private final Instant now;

    /** Certificates that begin to be valid an hour before now. */
    public TrialCertificates(Instant now) {
        this.now = now;
    }

    /** Makes an authority that signs certificates, and no further authorities. */
    public KeyedChain authority(Duration validity) throws GeneralSecurityException, IOException {
        byte[] label = new byte[LABEL_BYTES];
        random.nextBytes(label);
        // Authorities of one name would be taken for each other in a store of trusted ones.
        X500Name subject = name("Sluice trial authority " + HexFormat.of().formatHex(label));
        KeyPair keys = keys();
        X509v3CertificateBuilder certificate =
                new JcaX509v3CertificateBuilder(subject, serial(), begin(), end(validity), subject, keys.getPublic());
        certificate.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
        certificate.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        identify(certificate, keys.getPublic(), keys.getPublic());
        return new KeyedChain(keys.getPrivate(), List.of(sign(certificate, keys.getPrivate())));
    }

    /**
     * Makes a server's certificate.
     *
     * @param authority whose key signs it; its certificates follow in the chain
     * @param hosts at least one
     */
    public KeyedChain server(KeyedChain authority, List<HostName> hosts, Duration validity)
            throws GeneralSecurityException, IOException {
        String first = hosts.getFirst().text();
        return issue(
                authority,
                name(first.length() <= MAX_COMMON_NAME ? first : "sluice"),
                KeyPurposeId.id_kp_serverAuth,
                names(hosts),
                validity);
    }

    /**
     * Makes a client's certificate.
     *
     * @param authority whose key signs it; its certificates follow in the chain
     * @param name its owner's, at most 64 characters long (RFC 5280, A.1)
     */
    public KeyedChain client(KeyedChain authority, String name, Duration validity)
            throws GeneralSecurityException, IOException {
        return issue(authority, name(name), KeyPurposeId.id_kp_clientAuth, null, validity);
    }

    private KeyedChain issue(
            KeyedChain authority,
            X500Name subject,
            KeyPurposeId purpose,
            @Nullable GeneralNames alternatives,
            Duration validity)
            throws GeneralSecurityException, IOException {
        X509Certificate issuer = authority.chain().getFirst();
        KeyPair keys = keys();
        X509v3CertificateBuilder certificate = new JcaX509v3CertificateBuilder(
                new JcaX509CertificateHolder(issuer).getSubject(),
                serial(),
                begin(),
                end(validity),
                subject,
                keys.getPublic());
        certificate.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        certificate.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        certificate.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
        if (alternatives != null) {
            certificate.addExtension(Extension.subjectAlternativeName, false, alternatives);
        }
        identify(certificate, keys.getPublic(), issuer.getPublicKey());
        List<X509Certificate> chain = new ArrayList<>(List.of(sign(certificate, authority.key())));
        chain.addAll(authority.chain());
        return new KeyedChain(keys.getPrivate(), chain);
    }

    private KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    private BigInteger serial() {
        return new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE);
    }

    private Date begin() {
        return Date.from(now.minus(EARLIER));
    }

    private Date end(Duration validity) {
        return Date.from(now.plus(validity));
    }

    private static X500Name name(String common) {
        return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, common).build();
    }

    private static GeneralNames names(List<HostName> hosts) {
        return new GeneralNames(hosts.stream().map(TrialCertificates::name).toArray(GeneralName[]::new));
    }

    private static GeneralName name(HostName host) {
        return host.isAddress()
                ? new GeneralName(
                        GeneralName.iPAddress,
                        new DEROctetString(NetUtil.createByteArrayFromIpAddressString(host.text())))
                : new GeneralName(GeneralName.dNSName, host.text());
    }

    private static void identify(X509v3CertificateBuilder certificate, PublicKey own, PublicKey issuer)
            throws GeneralSecurityException, IOException {
        JcaX509ExtensionUtils utils = new JcaX509ExtensionUtils();
        certificate.addExtension(Extension.subjectKeyIdentifier, false, utils.createSubjectKeyIdentifier(own));
        certificate.addExtension(Extension.authorityKeyIdentifier, false, utils.createAuthorityKeyIdentifier(issuer));
    }

    private static X509Certificate sign(X509v3CertificateBuilder certificate, PrivateKey key)
            throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default ->
                throw new GeneralSecurityException(
                        "the authority's key is " + key.getAlgorithm() + ", and only EC and RSA can sign here");
        };
        try {
            ContentSigner signer = new JcaContentSignerBuilder(algorithm).build(key);
            return new JcaX509CertificateConverter().getCertificate(certificate.build(signer));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException("this Java has no " + algorithm, e);
        }
    }
}
