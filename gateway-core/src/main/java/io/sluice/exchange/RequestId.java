package io.sluice.exchange;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** What logs and answers call one request; its text is made when it is first asked for. On its connection's event loop. */
public final class RequestId {
    private static final HexFormat HEX = HexFormat.of();

    private final long connection;
    private final int number;
    private @Nullable String text;

    RequestId(long connection, int number) {
        this.connection = connection;
        this.number = number;
    }

    /** The connection in 16 hexadecimal digits, a hyphen, and the number of the request on it, from 1. */
    @Override
    public String toString() {
        String made = text;
        if (made == null) {
            made = HEX.toHexDigits(connection) + "-" + number;
            text = made;
        }
        return made;
    }
}
