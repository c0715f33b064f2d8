package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.filters.handle.HandleKind;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.tenant.member.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds a request's layout by its indices or by its handle. Immutable. */
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

    /** The one layout that has all indices of an expression; null if there is none. */
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
     * The layout and member that a handle was sealed for.
     *
     * @param layout that it was sealed in
     * @param member of the tenant in that layout, and of the index if the handle is for one
     */
    record Sealed(Layout layout, Member member) {}

    /** What a handle of the tenant was sealed for; null if no layout can open it. */
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
     * What the first handle among the strings of a JSON body was sealed for; null if there is none. The visitor that
     * runs afterwards checks the handle's position; the handle opens in this layout only.
     */
    @Nullable Sealed ofHandleIn(String tenant, HandleKind kind, ByteBuf body) {
        return HeldJson.firstHandle(body, text -> ofHandle(tenant, kind, text));
    }
}
