package io.sluice.filters.tenant.identity;

import com.google.re2j.Pattern;
import io.sluice.api.CidrBlock;
import io.sluice.api.Key;
import io.sluice.filters.http.OwnedHeaders;
import io.sluice.filters.tenant.names.TenantName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where to find the tenant's name in a request. */
public sealed interface TenantSource {

    /**
     * Why clients on other machines could choose any tenant's name through this source alone, as the end of a sentence;
     * null if they cannot. Such a source is refused on a listener that other machines can reach, unless the operator
     * vouches for all clients.
     */
    default @Nullable String weakness() {
        return null;
    }

    /** The user that an earlier filter authenticated. */
    record Principal(
            @Key(
                    "regular expression (RE2) that the whole name must match, with a group tenant; without it the name is the tenant")
            @Nullable String pattern,

            @Key(
                    "the filter that must have authenticated the user, for instance basic-auth; without it any earlier filter")
            @Nullable String realm,

            @Key(
                    "the user's claim to take the tenant's name from, which must have one value; without it the user's name")
            @Nullable String claim)
            implements TenantSource {
        public Principal {
            if (pattern != null) {
                compile(pattern);
            }
        }
    }

    /** A header, which is accepted from trusted addresses only and never forwarded. */
    record Header(
            @Key("the header's name") String name,

            @Key("addresses of clients that are trusted to send it")
            List<CidrBlock> trusted)
            implements TenantSource {

        /** A wider block does not list proxies, but clients. */
        private static final int WIDEST_V4 = 16;

        private static final int WIDEST_V6 = 64;
        /** What a block has in which all addresses are this machine's. */
        private static final int LOOPBACK_V4 = 8;

        private static final int LOOPBACK_V6 = 128;

        public Header {
            OwnedHeaders.checkName(name);
            trusted = List.copyOf(trusted);
            if (trusted.isEmpty()) {
                throw new IllegalArgumentException(
                        "a header needs trusted addresses: otherwise any client could choose its tenant");
            }
            for (CidrBlock block : trusted) {
                if (block.prefix() == 0) {
                    throw new IllegalArgumentException("a header must not be trusted from every address: " + block);
                }
            }
        }

        @Override
        public @Nullable String weakness() {
            for (CidrBlock block : trusted) {
                boolean v6 = block.network().getAddress().length > 4;
                boolean loopback =
                        block.network().isLoopbackAddress() && block.prefix() >= (v6 ? LOOPBACK_V6 : LOOPBACK_V4);
                if (block.prefix() < (v6 ? WIDEST_V6 : WIDEST_V4) && !loopback) {
                    return "the header " + name + " is trusted from as many addresses as " + block + " has";
                }
            }
            return null;
        }
    }

    /** The host name by which the client reached the gateway. */
    record Host(
            @Key(
                    "regular expression (RE2) that the whole Host header, without its port, must match, with a group tenant")
            String pattern)
            implements TenantSource {
        public Host {
            compile(pattern);
        }

        @Override
        public String weakness() {
            return "clients choose the Host header freely";
        }
    }

    /** A path prefix, which is removed before anything else is read. */
    record Path(
            @Key("the path prefix, with {tenant} as one of its segments, for instance /t/{tenant}")
            String prefix) implements TenantSource {
        public Path {
            boolean valid = prefix.matches("(/[a-zA-Z0-9._~-]+)*/\\{tenant}(/[a-zA-Z0-9._~-]+)*");
            if (!valid) {
                throw new IllegalArgumentException(
                        "a path prefix must have {tenant} as one of its segments, as in /t/{tenant}: " + prefix);
            }
        }

        @Override
        public String weakness() {
            return "clients choose the path freely";
        }
    }

    /** The names of the indices that a request is for. */
    record Index(
            @Key(
                    "regular expression (RE2) that each name must match, with a group tenant, and for the index prefix and postfix, or index")
            String pattern)
            implements TenantSource {
        public Index {
            ClientNames.parse(pattern, new TenantName(false));
        }

        @Override
        public String weakness() {
            return "clients choose index names freely";
        }
    }

    /**
     * Reads a pattern with a group named {@code tenant}.
     *
     * @throws IllegalArgumentException if the text is not RE2, or has no such group
     */
    static Pattern compile(String text) {
        try {
            Pattern pattern = Pattern.compile(text.replace("(?<tenant>", "(?P<tenant>"));
            if (!pattern.namedGroups().containsKey("tenant")) {
                throw new IllegalArgumentException("a pattern needs a group (?<tenant>...): " + text);
            }
            return pattern;
        } catch (com.google.re2j.PatternSyntaxException e) {
            throw new IllegalArgumentException("not a regular expression of RE2: " + e.getMessage(), e);
        }
    }
}
