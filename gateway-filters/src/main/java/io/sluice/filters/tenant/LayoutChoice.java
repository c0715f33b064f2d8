package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.filters.tenant.handle.HandleKind;
import io.sluice.filters.tenant.handle.HandleSealer;
import io.sluice.filters.tenant.query.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the layout that a request is for: by its indices, or by the handle that it brings. Immutable. */
final class LayoutChoice {

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
        return FirstValues.ofHandle(body, text -> ofHandle(tenant, kind, text));
    }
}
