package io.sluice.filters.tenant.member;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonNames;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Metadata names that every server refuses at the root of a document. Nested under the name of an index, a server would
 * accept them; so they are renamed to a name that is refused everywhere, and the server refuses the document or item as
 * usual. Immutable.
 */
public final class ServerMembers {

    /** Names common to Elasticsearch 7.17 to 9.2 and OpenSearch 2.19 to 3.3. */
    private static final List<String> NAMES =
            List.of("_id", "_index", "_source", "_routing", "_version", "_seq_no", "_ignored", "_field_names");

    private static final JsonNames ALL = JsonNames.of(NAMES.toArray(String[]::new));
    private static final List<JsonEdit> EDITS = NAMES.stream()
            .<JsonEdit>map(name -> new JsonEdit.Rename("." + name))
            .toList();

    /** How each server's own error text for such a name ends, in brackets or quotes. */
    private static final Pattern END = Pattern.compile(
            "(?:\\[\\.] makes object resolution ambiguous: |whitespace: )\\['?\\.(" + String.join("|", NAMES) + ")'?]");

    /** How it begins. Up to the end there is no bracket. */
    private static final Pattern BEGINNING = Pattern.compile("(?:object )?field (?:name )?[a-z]+ ");

    private ServerMembers() {}

    /** The edit of a document's member; null to keep its name. */
    public static @Nullable JsonEdit edit(JsonCursor at) {
        int found = at.nameStartsWith("_") ? at.nameIn(ALL) : -1;
        return found < 0 ? null : EDITS.get(found);
    }

    /**
     * A server text, with the server's usual wording for a metadata name. A text may quote a tenant's request, so each
     * pattern is sought in a time that grows with the length of the text only.
     */
    static String text(String text) {
        if (!text.contains(": [")) {
            return text;
        }
        Matcher end = END.matcher(text);
        while (end.find()) {
            int last = end.start() - 1;
            int from = Math.max(text.lastIndexOf('[', last), text.lastIndexOf(']', last)) + 1;
            Matcher beginning = BEGINNING.matcher(text).region(from, end.start());
            if (beginning.find()) {
                return text.substring(0, beginning.start()) + "Field [" + end.group(1)
                        + "] is a metadata field and cannot be added inside a document."
                        + " Use the index API request parameters." + text.substring(end.end());
            }
        }
        return text;
    }
}
