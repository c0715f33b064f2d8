package io.sluice.plugins.ratelimit;

import io.sluice.api.ByteSize;
import io.sluice.api.CidrBlock;
import io.sluice.api.Key;
import io.sluice.filters.match.Condition;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One limit of the filter {@code rate-limit}. */
public record LimitConfig(
        @Key(
                "the limit's name: lower-case letters, digits and hyphens; limits of one name and definition share buckets")
        String name,

        @Key(value = "what is counted: requests, bytes or documents", def = "requests")
        Counted of,

        @Key("how fast buckets fill: 100/s, 5000/hour, 10MiB/s")
        String rate,

        @Key("what a bucket holds, a number or a size; left out: what comes in one period of the rate") @Nullable String burst,

        @Key(
                "what buckets are told apart by: client, principal, tenant, index, claim:NAME, header:NAME; left out: everybody shares one")
        List<String> by,

        @Key(value = "how many leading bits of an IPv4 address count", def = "32")
        int ipv4Prefix,

        @Key(value = "how many leading bits of an IPv6 address count", def = "64")
        int ipv6Prefix,

        @Key("clients whose headers count for header:NAME, as CIDR blocks")
        List<CidrBlock> headersFrom,

        @Key(value = "what becomes of a request that lacks one of these: client, shared or pass", def = "client")
        MissingKey missing,

        @Key("the requests that the limit means; left out: all") @Nullable Condition when,

        @Key(value = "how long a request may wait for its tokens before it is refused", def = "0s")
        Duration delay,

        @Key(
                value = "what a body without Content-Length takes when it begins; what it had is charged at its end",
                def = "1MiB")
        ByteSize unknownLength) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?");

    public LimitConfig {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a limit's name has 1 to 40 lower-case letters, digits and hyphens, not " + name);
        }
        Rate.parse(rate);
        if (burst != null) {
            Rate.amount(burst, "burst");
        }
        by = List.copyOf(by);
        headersFrom = List.copyOf(headersFrom);
        boolean headers = by.stream().anyMatch(each -> each.startsWith("header:"));
        if (headers == headersFrom.isEmpty()) {
            throw new IllegalArgumentException(
                    headers
                            ? "header:NAME needs headersFrom, the clients whose headers count; any other could name itself as it likes"
                            : "headersFrom is for header:NAME only");
        }
        if (ipv4Prefix < 1 || ipv4Prefix > 32 || ipv6Prefix < 1 || ipv6Prefix > 128) {
            throw new IllegalArgumentException("ipv4Prefix must be 1 to 32, ipv6Prefix 1 to 128");
        }
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative");
        }
        if (unknownLength.bytes() < 1) {
            throw new IllegalArgumentException("unknownLength must be at least 1B");
        }
        KeyTemplate.check(by);
        if (of == Counted.DOCUMENTS && by.contains("index") && !delay.isZero()) {
            throw new IllegalArgumentException(
                    "documents by index cannot be delayed: which index an item is for is known when it has come");
        }
    }
}
