package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.filters.tenant.handle.HandleKind;
import io.sluice.filters.tenant.handle.HandleSealer;
import io.sluice.filters.tenant.query.Member;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the layout that a request is for: by its indices, or by the handle that it brings. Immutable. */
final class LayoutChoice {

    private static final int MAX_TRIED = 16;

    private final List<Layout> layouts;
    private final HandleSealer handles;

    LayoutChoice(List<Layout> layouts, HandleSealer handles) {
        this.layouts = layouts;
        this.handles = handles;
    }

    List<Layout> all() {
        return layouts;
    }

    /** The only layout that has all the indices of an expression; null if there is none. */
    @Nullable Layout ofIndices(@Nullable String indices) {
        if (layouts.size() == 1) {
            return layouts.getFirst();
        }
        if (indices == null || indices.isEmpty() || indices.equals("_all")) {
            return null;
        }
        Layout found = null;
        for (String element : indices.split(",", -1)) {
            for (Layout layout : layouts) {
                if (layout.concerns(element)) {
                    if (found != null && found != layout) {
                        return null;
                    }
                    found = layout;
                    if (element.indexOf('*') < 0 || layout.covers(element)) {
                        break;
                    }
                }
            }
        }
        return found;
    }

    /**
     * For whom a handle was sealed.
     *
     * @param layout in which it was
     * @param member who the tenant is there, and the index where the handle is for one
     */
    record Sealed(Layout layout, Member member) {}

    /** For whom a handle of the tenant's was sealed; null if it was in no layout. */
    @Nullable Sealed ofHandle(String tenant, HandleKind kind, String handle) {
        for (Layout layout : layouts) {
            Member.Opened opened = layout.member(tenant, null).open(handles, kind, handle);
            if (opened != null) {
                return new Sealed(layout, opened.member());
            }
        }
        return null;
    }

    /**
     * For whom the first handle was sealed among the strings of a JSON body; null if there is none. Whether a handle stands where it counts
     * is checked by the visitor that the body goes through afterwards, and it opens in this layout only.
     */
    @Nullable Sealed ofHandleIn(String tenant, HandleKind kind, ByteBuf body) {
        int tried = 0;
        int end = body.writerIndex();
        for (int i = body.readerIndex(); i < end && tried < MAX_TRIED; i++) {
            if (body.getByte(i) == '"') {
                int close = TopLevelNames.endOfString(body, i);
                if (close - i > HandleSealer.MIN_LENGTH && isHandle(body, i + 1, close)) {
                    tried++;
                    String text = body.toString(i + 1, close - i - 1, StandardCharsets.US_ASCII);
                    Sealed sealed = ofHandle(tenant, kind, text);
                    if (sealed != null) {
                        return sealed;
                    }
                }
                i = close;
            }
        }
        return null;
    }

    private static boolean isHandle(ByteBuf body, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isHandlePart(body.getByte(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHandlePart(byte c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-';
    }
}
