package io.sluice.bench.replay;

import io.sluice.recording.RecordedExchange;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What is sent again, and how.
 *
 * @param files of recordings, in any order
 * @param target where requests go
 * @param speed 1 for the pace of the recording, 2 for twice as fast; 0 for as fast as answers come
 * @param tenants whose requests are sent as another's
 * @param tenantHeader the header that says whose a request is
 * @param headers added to each request, in place of its own of that name
 * @param connections at most
 * @param timeout after which a request without an answer fails
 * @param compared what of the answers is compared
 */
public record ReplayPlan(
        List<Path> files,
        InetSocketAddress target,
        double speed,
        Map<String, String> tenants,
        String tenantHeader,
        List<RecordedExchange.Field> headers,
        int connections,
        Duration timeout,
        Compared compared) {

    /** What of the answers is compared with the recorded ones. */
    public enum Compared {
        NOTHING,
        STATUS,
        BODY
    }

    public ReplayPlan {
        files = List.copyOf(files);
        tenants = Map.copyOf(tenants);
        headers = List.copyOf(headers);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("a replay needs a file");
        }
        if (!(speed >= 0) || Double.isInfinite(speed)) {
            throw new IllegalArgumentException("a speed is a positive number, or max");
        }
        if (connections < 1) {
            throw new IllegalArgumentException("a replay needs a connection");
        }
    }
}
