package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.bulk.answer.BulkResponseMerger;
import io.sluice.upstream.UpstreamUser;

/** Gives the client its answer: the head, the items of the rounds before, and those of the last round. On the bulk's event loop. */
final class ClientOutlet implements Answers.Outlet {
    private static final int HEAD_BYTES = 256;

    private final Split split;
    private final AnswerSoFar soFar;
    private final UpstreamUser user;
    /** Whether the client takes more. */
    private boolean wanted;

    ClientOutlet(Split split, AnswerSoFar soFar, UpstreamUser user) {
        this.split = split;
        this.soFar = soFar;
        this.user = user;
    }

    /** The client takes more. */
    void wanted() {
        wanted = true;
    }

    @Override
    public boolean isLast() {
        return true;
    }

    @Override
    public void begin(BulkResponseMerger merger) {
        user.onResponseHead(soFar.headers().head());
        // Another answer may have taken the place of this one, and closed the merger.
        if (!soFar.isEmpty() && merger.ready()) {
            ByteBuf head = split.call().allocator().directBuffer(HEAD_BYTES);
            merger.begin(head);
            if (head.isReadable()) {
                user.onResponseContent(new DefaultHttpContent(head));
            } else {
                head.release();
            }
        }
    }

    @Override
    public boolean isReady() {
        Spool before = soFar.items();
        while (before != null && wanted && !before.isRead()) {
            ByteBuf part = before.poll();
            if (part == null) {
                return false;
            }
            take(part);
            flush();
        }
        return wanted;
    }

    @Override
    public void take(ByteBuf part) {
        wanted = false;
        user.onResponseContent(new DefaultHttpContent(part));
    }

    @Override
    public void end() {
        user.onResponseContent(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    @Override
    public void flush() {
        user.onResponseReadComplete();
    }
}
