package io.sluice.filters.tenant;

import java.util.Base64;
import java.util.concurrent.ThreadLocalRandom;

/** Random ids for documents without one, as long as those that Elasticsearch generates. */
final class DrawnIds {

    private static final int BYTES = 15;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder();

    private DrawnIds() {}

    static String next() {
        byte[] bytes = new byte[BYTES];
        ThreadLocalRandom.current().nextBytes(bytes);
        return ENCODER.encodeToString(bytes);
    }
}
