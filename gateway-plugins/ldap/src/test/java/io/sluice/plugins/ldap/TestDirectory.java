package io.sluice.plugins.ldap;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSearchEntry;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSearchRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSimpleBindRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryOperationInterceptor;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.OperationType;
import com.unboundid.ldif.LDIFReader;
import io.sluice.api.Secret;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestContext;
import io.sluice.tls.KeyedChain;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A directory on the loopback that counts what it is asked, and does what a test wants. */
final class TestDirectory implements AutoCloseable {

    static final String ACCOUNT = "cn=gateway,dc=example,dc=org";
    static final String ENTRIES = """
            dn: dc=example,dc=org
            objectClass: domain
            dc: example

            dn: cn=gateway,dc=example,dc=org
            objectClass: person
            cn: gateway
            userPassword: of the gateway

            dn: ou=people,dc=example,dc=org
            objectClass: organizationalUnit
            ou: people

            dn: uid=alice,ou=people,dc=example,dc=org
            objectClass: person
            uid: alice
            mail: alice@example.org
            o: acme
            memberOf: cn=Readers,ou=groups,dc=example,dc=org
            memberOf: cn=admins,ou=club,dc=example,dc=org
            userPassword: secret

            dn: uid=bob,ou=people,dc=example,dc=org
            objectClass: person
            uid: bob
            mail: alice@example.org
            userPassword: secret of bob

            dn: uid=dan,ou=people,dc=example,dc=org
            objectClass: person
            uid: dan
            uid: daniel
            userPassword: secret

            dn: ou=groups,dc=example,dc=org
            objectClass: organizationalUnit
            ou: groups

            dn: cn=Readers,ou=groups,dc=example,dc=org
            objectClass: groupOfNames
            cn: Readers
            member: uid=alice,ou=people,dc=example,dc=org
            member: uid=bob,ou=people,dc=example,dc=org

            dn: ou=old,ou=groups,dc=example,dc=org
            objectClass: organizationalUnit
            ou: old

            dn: cn=admins,ou=old,ou=groups,dc=example,dc=org
            objectClass: groupOfNames
            cn: admins
            member: uid=alice,ou=people,dc=example,dc=org

            dn: uid=eve,dc=example,dc=org
            objectClass: person
            uid: eve
            userPassword: secret
            """;

    /** The names of the entries that showed a password, the account's not among them. */
    final List<String> binds = new CopyOnWriteArrayList<>();

    /** The filters of searches, those of probes not among them. */
    final List<String> searches = new CopyOnWriteArrayList<>();

    volatile Step<InMemoryInterceptedSimpleBindRequest> onBind = request -> {};
    volatile Step<InMemoryInterceptedSearchRequest> onSearch = request -> {};
    volatile Step<InMemoryInterceptedSearchEntry> onEntry = entry -> {};

    private final InMemoryDirectoryServer server;

    interface Step<T> {
        void run(T intercepted) throws LDAPException;
    }

    private final class Interceptor extends InMemoryOperationInterceptor {
        @Override
        public void processSimpleBindRequest(InMemoryInterceptedSimpleBindRequest request) throws LDAPException {
            String name = request.getRequest().getBindDN();
            if (!name.equals(ACCOUNT)) {
                binds.add(name);
                onBind.run(request);
            }
        }

        @Override
        public void processSearchRequest(InMemoryInterceptedSearchRequest request) throws LDAPException {
            if (!request.getRequest().getBaseDN().isEmpty()) {
                searches.add(request.getRequest().getFilter().toString());
                onSearch.run(request);
            }
        }

        @Override
        public void processSearchEntry(InMemoryInterceptedSearchEntry entry) {
            try {
                onEntry.run(entry);
            } catch (LDAPException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** One that speaks in the clear, at any free port. */
    TestDirectory() throws Exception {
        this(0, listener(0, null));
    }

    private TestDirectory(int port, InMemoryListenerConfig listener) throws Exception {
        InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=example,dc=org");
        config.setSchema(null);
        config.setListenerConfigs(listener);
        config.setAuthenticationRequiredOperationTypes(OperationType.SEARCH);
        config.addInMemoryOperationInterceptor(new Interceptor());
        server = new InMemoryDirectoryServer(config);
        server.importFromLDIF(true, new LDIFReader(new ByteArrayInputStream(ENTRIES.getBytes(StandardCharsets.UTF_8))));
        server.startListening();
    }

    private static InMemoryListenerConfig listener(int port, @Nullable SSLContext startTls) throws LDAPException {
        return InMemoryListenerConfig.createLDAPConfig(
                "test", InetAddress.getLoopbackAddress(), port, startTls == null ? null : startTls.getSocketFactory());
    }

    static TestDirectory at(int port) throws Exception {
        return new TestDirectory(port, listener(port, null));
    }

    static TestDirectory withStartTls(KeyedChain own) throws Exception {
        return new TestDirectory(0, listener(0, context(own)));
    }

    static TestDirectory withTls(KeyedChain own) throws Exception {
        SSLContext context = context(own);
        return new TestDirectory(
                0,
                InMemoryListenerConfig.createLDAPSConfig(
                        "test",
                        InetAddress.getLoopbackAddress(),
                        0,
                        context.getServerSocketFactory(),
                        context.getSocketFactory()));
    }

    static SSLContext context(KeyedChain own) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("own", own.key(), new char[0], own.chain().toArray(X509Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    int port() {
        return server.getListenPort();
    }

    /** Adds an entry, or changes one. */
    InMemoryDirectoryServer server() {
        return server;
    }

    @Override
    public void close() {
        server.shutDown(true);
    }

    /** Runs one in a process of its own until its input ends; prints its port. */
    public static void main(String[] arguments) throws Exception {
        try (TestDirectory directory = new TestDirectory()) {
            System.out.println(directory.port());
            waitForEnd();
        }
    }

    private static void waitForEnd() throws IOException {
        while (System.in.read() >= 0) {
            // Nothing is said here.
        }
    }

    /** A configuration that asks directories at these ports in that order. */
    static LdapConfig config(int... ports) {
        return new LdapConfig(
                IntStream.of(ports)
                        .mapToObj(port -> URI.create("ldap://127.0.0.1:" + port))
                        .toList(),
                false,
                null,
                new ServiceAccount(ACCOUNT, new Secret("of the gateway")),
                new Users.Search("ou=people,dc=example,dc=org", "(uid={user})"),
                null,
                "groups",
                null,
                Map.of(),
                false,
                "sluice",
                false,
                Duration.ofSeconds(50),
                Duration.ofSeconds(20),
                8,
                Duration.ofSeconds(60),
                10_000,
                64);
    }

    /** A filter before directories at these ports. */
    static FilterHarness harness(String yaml, int... ports) {
        String urls = IntStream.of(ports)
                .mapToObj(port -> "'ldap://127.0.0.1:" + port + "'")
                .toList()
                .toString();
        return FilterHarness.of(
                LdapFilter.class,
                "urls: " + urls + "\n" + yaml,
                new TestContext().filterTimeout(Duration.ofMinutes(2)));
    }
}
