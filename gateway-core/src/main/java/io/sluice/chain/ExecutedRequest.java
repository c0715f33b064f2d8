package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.ResponseHead;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;

/**
 * The client's side of an answer to a request that has changed something: what filters cannot make of the answer does not become an
 * error that would have the client send the request again. The status stays that of the node, the body is withheld.
 */
final class ExecutedRequest implements ResponseChain.ResponseSide {
    private final ResponseChain.ResponseSide side;
    private final Failure withheld;

    private ExecutedRequest(ResponseChain.ResponseSide side, int status) {
        this.side = side;
        this.withheld = new Failure(
                FailureKind.ANSWER_WITHHELD,
                status,
                "the cluster has executed the request and answered " + status
                        + "; the gateway cannot show the answer, and sending the request again executes it again");
    }

    /**
     * The side itself unless the answer is that to a request that has changed something.
     *
     * @param request as the filters left it
     */
    static ResponseChain.ResponseSide of(ResponseChain.ResponseSide side, RequestHead request, ResponseHead answer) {
        boolean done = answer.status() >= 200 && answer.status() < 300;
        return done && !ReadingRequest.is(request.method(), request.target())
                ? new ExecutedRequest(side, answer.status())
                : side;
    }

    @Override
    public void refuse(Reply reply) {
        side.fail(withheld);
    }

    @Override
    public void fail(Failure failure) {
        side.fail(withheld);
    }

    @Override
    public void onResponsePlanFailure(Failure failure) {
        side.onResponsePlanFailure(withheld);
    }

    @Override
    public void onPlanLater() {
        side.onPlanLater();
    }

    @Override
    public void onResponseResumed() {
        side.onResponseResumed();
    }

    @Override
    public void onResponseAnswer(Reply reply) {
        side.onResponseAnswer(reply);
    }

    @Override
    public void onResponseBodyNeeded() {
        side.onResponseBodyNeeded();
    }

    @Override
    public void onResponsePlanned(ResponseHead head) {
        side.onResponsePlanned(head);
    }

    @Override
    public boolean isWritable() {
        return side.isWritable();
    }

    @Override
    public void relay(ByteBuf lent, int index, int length) {
        side.relay(lent, index, length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        side.write(bytes, offset, length);
    }

    @Override
    public void end() {
        side.end();
    }
}
