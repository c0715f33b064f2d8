package io.sluice.bulk.answer;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form that servers give the answer of a bulk for an {@code Accept} field. They weigh nothing: what is no type that they know,
 * as a list or a range is none, asks for the form of the request's body, and for bulks that are read here this is JSON. Stateless.
 */
public final class AcceptedForm {

    private static final Set<String> JSON =
            Set.of("application/json", "*/*", "application/*", "application/vnd.elasticsearch+json");

    private static final Set<String> OTHERS = Set.of(
            "application/yaml",
            "application/cbor",
            "application/smile",
            "application/vnd.elasticsearch+yaml",
            "application/vnd.elasticsearch+cbor",
            "application/vnd.elasticsearch+smile");

    /** A media type without parameters; to Elasticsearch since 8, a single one of another form is an error. */
    private static final Pattern TYPE = Pattern.compile("[\\w!#$%&'*+.^`|~-]++/[\\w!#$%&'*+.^`|~-]++");

    private AcceptedForm() {}

    /**
     * Whether every server answers in JSON. OpenSearch and Elasticsearch 7 look at the type before the first semicolon, whatever
     * follows; later versions take no type from a field with a comma.
     *
     * @param accept the field's value; null if the request has none
     */
    public static boolean isJson(@Nullable String accept) {
        if (accept == null) {
            return true;
        }
        int semicolon = accept.indexOf(';');
        String type = (semicolon < 0 ? accept : accept.substring(0, semicolon))
                .strip()
                .toLowerCase(Locale.ROOT);
        return JSON.contains(type)
                || !OTHERS.contains(type)
                        && (accept.indexOf(',') >= 0 || TYPE.matcher(type).matches());
    }
}
