package io.sluice.bulk.verdict;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the JSON parser of Elasticsearch 7.17 (Jackson 2.14) says where ours says it otherwise: places lie behind what is wrong, and
 * some sentences are older. Stateless.
 */
final class OlderParser {

    private static final Pattern TOKEN = Pattern.compile("Unrecognized token '(.*)': was expecting .*", Pattern.DOTALL);
    private static final Pattern NOTHING_OPEN =
            Pattern.compile("Unexpected close marker '(.)': no open (?:Array|Object) to close");
    private static final String RECORD_SEPARATORS = " (consider enabling `JsonReadFeature.ALLOW_RS_CONTROL_CHAR` "
            + "to allow use of Record Separators (\\u001E))";

    private OlderParser() {}

    /** The message about a failure in a text of that many bytes. */
    static String message(JsonProcessingException e, int length) {
        JsonLocation at = e.getLocation();
        String source = "[Source: (ByteArrayInputStream); line: ";
        String message = e.getOriginalMessage();
        int column = at.getColumnNr();
        Matcher token = TOKEN.matcher(message);
        Matcher nothingOpen = NOTHING_OPEN.matcher(message);
        if (token.matches()) {
            int size = token.group(1).getBytes(StandardCharsets.UTF_8).length;
            column += at.getByteOffset() + size < length ? size + 1 : size;
        } else if (nothingOpen.matches()) {
            boolean object = nothingOpen.group(1).equals("}");
            message = "Unexpected close marker '" + nothingOpen.group(1) + "': expected '" + (object ? ']' : '}')
                    + "' (for root starting at " + source + "1, column: 0])";
            column++;
        } else if (e instanceof JsonParseException && isBehind(message)) {
            column++;
        }
        return message.replace("end-of-inputNo digit following sign", "end-of-inputNo digit following minus sign")
                        .replace(RECORD_SEPARATORS, "")
                + "\n at " + source + at.getLineNr() + ", column: " + column + "]";
    }

    private static boolean isBehind(String message) {
        return message.startsWith("Unexpected character")
                || message.startsWith("Unexpected close marker")
                || message.startsWith("Illegal unquoted character")
                || message.startsWith("Unrecognized character escape");
    }
}
