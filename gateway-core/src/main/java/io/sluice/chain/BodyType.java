package io.sluice.chain;

import io.sluice.api.Headers;
import io.sluice.api.MediaTypes;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The Content-Type of a body that a filter reads as JSON. Servers choose their parser by it: YAML, CBOR or SMILE would be read there
 * as something that the filter has not seen. Stateless.
 */
final class BodyType {

    private static final String HEADER = "Content-Type";
    private static final int NOT_ACCEPTABLE = 406;

    private BodyType() {}

    /** Why a body with these headers must not be read as JSON, in the servers' words; null if it may be. */
    static @Nullable Failure refusal(Headers headers) {
        List<String> types = headers.all(HEADER);
        if (types.size() > 1) {
            return Failure.of(FailureKind.BAD_REQUEST, "only one Content-Type header should be provided");
        }
        return types.isEmpty() || MediaTypes.isJson(types.getFirst())
                ? null
                : new Failure(
                        FailureKind.BAD_REQUEST,
                        NOT_ACCEPTABLE,
                        "Content-Type header [" + types.getFirst() + "] is not supported");
    }
}
