package io.sluice.server;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.util.concurrent.ThreadAwareExecutor;

/**
 * Netty's epoll without a fault of 4.2.18: a channel that waits for nothing is taken out of epoll, and what it waits for next is changed
 * there instead of added, which fails and closes the channel. Only a channel that has been told that its peer sends no more waits for
 * nothing, and that news comes to a new connection too if it has the descriptor of one that ended in the same round of the loop: clients
 * that pipeline lost answers beside clients that went away. Here such a channel is registered anew. See docs/adr/0030.
 */
final class MendedEpoll implements IoHandler {

    private final IoHandler epoll;

    private MendedEpoll(IoHandler epoll) {
        this.epoll = epoll;
    }

    /** Makes handlers of loops that use epoll. */
    static IoHandlerFactory newFactory() {
        return around(EpollIoHandler.newFactory());
    }

    private static IoHandlerFactory around(IoHandlerFactory netty) {
        return new IoHandlerFactory() {
            @Override
            public IoHandler newHandler(ThreadAwareExecutor executor) {
                return new MendedEpoll(netty.newHandler(executor));
            }

            @Override
            public boolean isChangingThreadSupported() {
                return netty.isChangingThreadSupported();
            }
        };
    }

    @Override
    public void initialize() {
        epoll.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        return epoll.run(context);
    }

    @Override
    public void prepareToDestroy() {
        epoll.prepareToDestroy();
    }

    @Override
    public void destroy() {
        epoll.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new Registration(handle, epoll.register(handle));
    }

    @Override
    public void wakeup() {
        epoll.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
        return epoll.isCompatible(type);
    }

    /** Safe from any thread, as Netty's own. */
    private final class Registration implements IoRegistration {

        private final IoHandle handle;
        private IoRegistration current;
        /** The channel waits for nothing and is not in epoll. */
        private boolean absent;

        Registration(IoHandle handle, IoRegistration first) {
            this.handle = handle;
            this.current = first;
        }

        // The interface is Netty's.
        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals")
        public synchronized <T> T attachment() {
            return current.attachment();
        }

        @Override
        public synchronized long submit(IoOps ops) {
            boolean nothing = ops.equals(EpollIoOps.NONE);
            if (absent && nothing) {
                return 0;
            }
            if (absent && current.isValid()) {
                current.cancel();
                current = registeredAnew();
            }
            absent = nothing;
            return current.submit(ops);
        }

        private IoRegistration registeredAnew() {
            try {
                return epoll.register(handle);
            } catch (Exception e) {
                throw new IllegalStateException("a channel could not be registered with epoll again", e);
            }
        }

        @Override
        public synchronized boolean isValid() {
            return current.isValid();
        }

        @Override
        public synchronized boolean cancel() {
            return current.cancel();
        }
    }
}
