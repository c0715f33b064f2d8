package io.sluice.filters.forwardauth;

import io.sluice.api.Principal;
import io.sluice.api.Reply;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the service's answers. Immutable. */
final class Answers {

    static final String REALM = "forward-auth";

    private static final int MOST_CHALLENGES = 8;
    private static final int LONGEST_HEADER = 4096;
    private static final int LONGEST_VALUE = 1024;
    private static final int MOST_VALUES = 1000;

    private final ForwardAuthConfig config;

    Answers(ForwardAuthConfig config) {
        this.config = config;
    }

    /**
     * What an answer says.
     *
     * @throws IOException if it says nothing that can be relied on
     */
    Verdict read(int status, HttpHeaders headers) throws IOException {
        if (status >= 200 && status < 300) {
            return new Verdict.Allowed(principal(headers));
        }
        if (status == 401 || status == 403) {
            return new Verdict.Denied(denial(status, headers));
        }
        throw new IOException("the service answers with " + status);
    }

    private @Nullable Principal principal(HttpHeaders headers) throws IOException {
        String header = config.nameHeader();
        if (header == null) {
            return null;
        }
        List<String> names = headers.allValues(header);
        if (names.size() != 1) {
            throw new IOException("the answer has " + names.size() + " headers " + header + " with the user's name");
        }
        Map<String, List<String>> claims = new LinkedHashMap<>();
        for (Map.Entry<String, String> claim : config.claims().entrySet()) {
            claims.put(claim.getKey(), values(headers, claim.getValue()));
        }
        return new Principal(usable(names.getFirst(), header), REALM, claims);
    }

    private List<String> values(HttpHeaders headers, String header) throws IOException {
        List<String> values = new ArrayList<>();
        for (String line : headers.allValues(header)) {
            String[] parts =
                    config.separator().isEmpty() ? new String[] {line} : line.split(Pattern.quote(config.separator()));
            for (String part : parts) {
                if (!part.isBlank()) {
                    values.add(usable(part.strip(), header));
                }
            }
        }
        if (values.size() > MOST_VALUES) {
            throw new IOException("the answer has too many values of " + header);
        }
        return values;
    }

    private static String usable(String value, String header) throws IOException {
        // What is not ASCII is read in ways that differ between libraries.
        if (value.isBlank() || value.length() > LONGEST_VALUE || !isPrintable(value)) {
            throw new IOException("the header " + header + " of the answer has no value that can be used");
        }
        return value;
    }

    private static boolean isPrintable(String value) {
        return value.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }

    private static Reply denial(int status, HttpHeaders headers) {
        String reason = status == 401
                ? "unable to authenticate with the credentials of the REST request"
                : "the request is not allowed";
        Reply reply = Reply.refusal(status, reason);
        List<String> challenges = headers.allValues("WWW-Authenticate").stream()
                .filter(Answers::isShowable)
                .limit(MOST_CHALLENGES)
                .toList();
        for (String challenge : challenges) {
            reply = new Reply(reply.status(), reply.headers().and("WWW-Authenticate", challenge), reply.body());
        }
        String location = headers.firstValue("Location").orElse("");
        return isShowable(location) ? reply.withHeader("Location", location) : reply;
    }

    private static boolean isShowable(String value) {
        return !value.isBlank() && value.length() <= LONGEST_HEADER && isPrintable(value);
    }
}
