package io.sluice.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Searches a response for another tenant's data: canaries, names, counts and values, also escaped, percent-encoded or
 * in base64. Repeating what the request said is not a leak.
 */
final class EscapeScan {

    /** What a handle of the attacker's has before bytes that are drawn, which may look like anything: the length of the name, and the name. */
    private static final String OWN_HANDLE = (char) EscapeWorld.ATTACKER.length() + EscapeWorld.ATTACKER;

    private static final Pattern CANARY = Pattern.compile("(zarquon|yoyodyne|xanadu)[\\w-]*");
    private static final Pattern OTHERS_NAME = Pattern.compile("globex|acmeyo");
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");
    private static final Pattern BASE_64 = Pattern.compile("[A-Za-z0-9+/_-]{16,}={0,2}");
    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\w.+/-])-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?(?![\\w+/-]|\\.\\d)");

    /** How long a profiled search took, as a whole and in its parts: an expression for names of members. */
    static final String TIMES =
            "[a-z_]*in_nanos|match|advance|score|create_weight|next_doc|build_scorer|shallow_advance|compute_max_score"
                    + "|set_min_competitive_score|rewrite_time|initialize|collect|post_collection|reduce";

    /**
     * What a server counts for itself: how long it took, and the order of writes in an index, by which clients guard
     * their own. And the id of a request, of which a few read as a number with an exponent.
     */
    private static final Pattern NOT_COUNTS = Pattern.compile("\"(took|_seq_no|max_seq_no|[a-z_]*in_millis|" + TIMES
            + ")\"\\s*:\\s*\\d+" + "|request_id\\W+[0-9a-f]+-\\d+");

    private final EscapeLayout layout;

    EscapeScan(EscapeLayout layout) {
        this.layout = layout;
    }

    /**
     * Forbidden content of a response.
     *
     * @param said everything that the attacker has sent so far
     */
    Set<String> leaks(EscapeAnswer answer, String said) {
        String knownText = String.join("\n", readings(said));
        Set<String> leaks = new LinkedHashSet<>();
        List<String> readings = readings(answer.everything());
        readings.addAll(readings(answer.body()));
        for (String text : readings) {
            findAll(CANARY, text, knownText, leaks);
            findAll(OTHERS_NAME, text, knownText, leaks);
            findAll(ownPhysicalNames(), text, knownText, leaks);
        }
        for (String text : readings(answer.body())) {
            findNumbers(NOT_COUNTS.matcher(text).replaceAll(""), knownText, leaks);
        }
        return leaks;
    }

    private Pattern ownPhysicalNames() {
        return switch (layout) {
            case INDEX_PER_TENANT -> Pattern.compile("acme\\.[a-z0-9]+");
            case SHARED -> Pattern.compile("acme:[a-z0-9]+|tenant_id");
            case NESTED ->
                Pattern.compile("(logs|orders):[a-z0-9]+|" + EscapeLayout.BASE_FIELD.toLowerCase(Locale.ROOT)
                        + "|\\b(logs|orders)\\.[a-z]+|\"_index\":\"acme\"");
        };
    }

    private static void findAll(Pattern pattern, String text, String said, Set<String> leaks) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            if (!said.contains(matcher.group())) {
                leaks.add(matcher.group());
            }
        }
    }

    private static void findNumbers(String text, String said, Set<String> leaks) {
        Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            String number = matcher.group();
            if (isAnothers().test(Math.abs(Double.parseDouble(number))) && !said.contains(number)) {
                leaks.add("number " + number);
            }
        }
    }

    /** Counts of the other's documents, alone or with a few of the attacker's own, and values and sums of its fields. */
    private static DoublePredicate isAnothers() {
        return number -> between(number, EscapeWorld.LOGS, 120)
                || between(number, EscapeWorld.COMMON_LOGS, 100)
                || between(number, EscapeWorld.ORDERS, 100)
                || between(number, EscapeWorld.LOGS + EscapeWorld.ORDERS, 200)
                || number >= 77.6 && number < 77.8
                || number >= 1e11 && number < 8e15 && !(number >= 1.6e12 && number < 1.9e12)
                || number >= 1e26 && number < 1e29;
    }

    private static boolean between(double number, int count, int more) {
        return number >= count && number <= count + more;
    }

    /** The text in lower case as it stands and as others would read it. */
    private static List<String> readings(String text) {
        List<String> readings = new ArrayList<>();
        readings.add(text.toLowerCase(Locale.ROOT));
        if (text.indexOf('\\') >= 0) {
            readings.add(ESCAPE.matcher(text)
                    .replaceAll(match ->
                            Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(match.group(1), 16))))
                    .replace("\\", "")
                    .toLowerCase(Locale.ROOT));
        }
        if (text.indexOf('%') >= 0) {
            try {
                readings.add(URLDecoder.decode(text, UTF_8).toLowerCase(Locale.ROOT));
                readings.add(
                        URLDecoder.decode(URLDecoder.decode(text, UTF_8), UTF_8).toLowerCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                // not encoded, then
            }
        }
        if (text.indexOf('\0') >= 0) {
            readings.add(text.replace("\0", "").toLowerCase(Locale.ROOT));
        }
        Matcher matcher = BASE_64.matcher(text);
        while (matcher.find()) {
            String run = matcher.group().replace('-', '+').replace('_', '/').replace("=", "");
            String whole = run.substring(0, run.length() - (run.length() % 4 == 1 ? 1 : 0));
            String decoded = new String(Base64.getDecoder().decode(whole), ISO_8859_1).toLowerCase(Locale.ROOT);
            readings.add(decoded.replace(OWN_HANDLE, ""));
        }
        return readings;
    }
}
