package io.sluice.filters.apikey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Headers and files of all forms: what is read here, the server reads in the same way, and nothing is thrown but what is declared. */
@Tag("slow")
class ApiKeyFuzzTest {

    private static final String HEADER = "ApiKey apikey  =:+/-_YTpiYg==\u00ff\u20ac\n";
    private static final String FILE =
            "a b:#=,%2 \t\nsha256:0123456789abcdefname=claims.xexpires=2027-01-01T00:00:00Z\u00e4\u20ac";

    /** An id and a secret as the server reads them; null where it reads none. */
    private record Pair(String id, String secret) {}

    /** What ApiKeyService of Elasticsearch does with a header, from 7 to 9. */
    private static @Nullable Pair asTheServerReads(String header) {
        if (!header.regionMatches(true, 0, "ApiKey ", 0, 7) || header.length() == 7) {
            return null;
        }
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(header.substring(7).getBytes(UTF_8));
        } catch (IllegalArgumentException e) {
            return null;
        }
        String text = UTF_8.decode(ByteBuffer.wrap(decoded)).toString();
        int colon = text.indexOf(':');
        return colon < 1 ? null : new Pair(text.substring(0, colon), text.substring(colon + 1));
    }

    private static void checkHeader(String header) {
        ApiKey key = ApiKey.parse(header);
        if (key != null) {
            Pair server = asTheServerReads(header);
            assertThat(server).isNotNull();
            assertThat(key.id()).isEqualTo(server.id());
            assertThat(key.secretHash()).isEqualTo(ApiKey.sha256(server.secret().getBytes(UTF_8)));
            assertThat(asTheServerReads(key.header())).isEqualTo(server);
            assertThat(ApiKey.parse(key.header()).hash()).isEqualTo(key.hash());
            assertThat(ApiKey.isOne(header)).isTrue();
        }
    }

    private static boolean checkFile(byte[] bytes) {
        try {
            KeyList.parse(bytes);
            return true;
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s)line \\d+ .*|the file is not UTF-8");
            return false;
        }
    }

    @FuzzTest
    void readsAHeaderAsTheServer(FuzzedDataProvider data) {
        checkHeader("ApiKey " + data.consumeRemainingAsString());
    }

    @FuzzTest
    void readsAnyFile(byte[] data) {
        checkFile(data);
    }

    private static String drawn(Random random, String from, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append(from.charAt(random.nextInt(from.length())));
        }
        return text.toString();
    }

    @Test
    void readsRandomHeadersAsTheServer() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 60_000; i++) {
            byte[] pair = new byte[random.nextInt(12)];
            random.nextBytes(pair);
            if (pair.length > 3 && random.nextBoolean()) {
                pair[random.nextInt(pair.length)] = ':';
            }
            String encoded = Base64.getEncoder().encodeToString(pair);
            int cut = random.nextInt(encoded.length() + 1);
            String odd = random.nextInt(4) == 0 ? drawn(random, HEADER, 4) : "";
            String header = "ApiKey " + encoded.substring(0, cut) + odd + encoded.substring(cut);
            try {
                checkHeader(random.nextInt(8) == 0 ? drawn(random, HEADER, 30) : header);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", header " + header, e);
            }
        }
    }

    @Test
    void readsRandomFiles() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String line = "a sha256:" + "0f".repeat(32) + " name=x claims.roles=a,b%20c expires=2027-01-01T00:00:00Z";
        int taken = 0;
        for (int i = 0; i < 40_000; i++) {
            int cut = random.nextInt(line.length());
            int end = random.nextInt(4) == 0 ? Math.min(line.length(), cut + random.nextInt(4)) : cut;
            String text = line.substring(0, cut) + drawn(random, FILE, 4) + line.substring(end);
            try {
                taken += checkFile(text.getBytes(UTF_8)) ? 1 : 0;
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", line " + text, e);
            }
        }
        assertThat(taken).as("seed %d", seed).isGreaterThan(1000);
    }
}
