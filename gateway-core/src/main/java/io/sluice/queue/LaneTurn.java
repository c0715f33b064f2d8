package io.sluice.queue;

import io.sluice.upstream.GuardedLoop;
import io.sluice.upstream.SlotUse;

/** A lane's turn to send, among the lanes of its queue. On the lane's event loop. */
final class LaneTurn {
    private final Permits permits;
    private final GuardedLoop loop;
    private final Runnable granted;
    /** Whether the lane still wants the turn that it has asked for. */
    private boolean wanted;

    private boolean mine;
    /** What came of it so far. */
    private SlotUse use = SlotUse.Unused.INSTANCE;

    /** @param granted the lane has its turn; only while it wants it */
    LaneTurn(Permits permits, GuardedLoop loop, Runnable granted) {
        this.permits = permits;
        this.loop = loop;
        this.granted = granted;
    }

    /** Asks for a turn. */
    void ask() {
        wanted = true;
        permits.ask(() -> loop.execute(this::onPermit));
    }

    private void onPermit() {
        if (wanted) {
            wanted = false;
            mine = true;
            granted.run();
        } else {
            permits.giveBack(SlotUse.Unused.INSTANCE);
        }
    }

    boolean isMine() {
        return mine;
    }

    /** What came of the turn, which a later call may say anew; without a turn it is of no account. */
    void used(SlotUse what) {
        if (mine) {
            use = what;
        }
    }

    /** Ends the turn, or the wait for it; does nothing where there is neither. */
    void end() {
        wanted = false;
        if (mine) {
            mine = false;
            permits.giveBack(use);
            use = SlotUse.Unused.INSTANCE;
        }
    }
}
