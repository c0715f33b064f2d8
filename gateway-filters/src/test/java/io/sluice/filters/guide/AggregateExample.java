package io.sluice.filters.guide;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Puts the hash of a body into a header, which goes before the body: so the whole body is needed. */
final class AggregateExample implements Filter {

    private static final int MAX_BYTES = 64 * 1024;

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        return new RequestPlan.Aggregate(
                MAX_BYTES, whole -> new RequestPlan.Head(head.withHeader("X-Body-SHA256", sha256(whole))));
    }

    private static String sha256(ByteBuf lent) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(ByteBufUtil.getBytes(lent)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
