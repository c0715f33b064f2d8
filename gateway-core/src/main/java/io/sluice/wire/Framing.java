package io.sluice.wire;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.Iterator;
import java.util.List;

/** The headers that say where a body ends and how it is encoded. Stateless. */
public final class Framing {

    private static final List<AsciiString> NAMES = List.of(
            HttpHeaderNames.CONTENT_LENGTH, HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderNames.CONTENT_ENCODING);

    private Framing() {}

    /**
     * Restores the framing of a body that is forwarded as it came, whatever a filter did to its headers.
     *
     * @param changed the headers to be sent
     * @param received the headers with which the body came
     */
    // Headers that no filter replaced are the received ones.
    @SuppressWarnings("ReferenceEquality")
    public static void keep(HttpHeaders changed, HttpHeaders received) {
        if (changed == received) {
            return;
        }
        for (int i = 0; i < NAMES.size(); i++) {
            AsciiString name = NAMES.get(i);
            if (!areEqual(changed.valueCharSequenceIterator(name), received.valueCharSequenceIterator(name))) {
                List<String> values = received.getAll(name);
                changed.remove(name);
                changed.set(name, values);
            }
        }
    }

    private static boolean areEqual(Iterator<? extends CharSequence> some, Iterator<? extends CharSequence> others) {
        while (some.hasNext() && others.hasNext()) {
            if (!AsciiString.contentEquals(some.next(), others.next())) {
                return false;
            }
        }
        return some.hasNext() == others.hasNext();
    }
}
