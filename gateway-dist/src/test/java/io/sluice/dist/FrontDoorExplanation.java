package io.sluice.dist;

import io.sluice.dist.FrontDoorDifference.Kind;
import java.util.Set;

/** All known harmless ways in which the gateway and a server read a request differently, with reasons. */
enum FrontDoorExplanation {
    NO_SUCH_INDEX(
            "The server takes a word that begins with an underscore for an index. No index, alias or data stream may have such a name,"
                    + " and these endpoints look at no other: the server answers with an error.") {
        @Override
        boolean explains(FrontDoorDifference difference) {
            return difference.kind() == Kind.NOT_MATCHED
                    && difference.variable("index").matches("_[\\w.-]*")
                    && Set.of(
                                    "/{index}",
                                    "/{index}/{type}",
                                    "/{index}/{type}/{id}",
                                    "/{index}/{type}/{id}/_create",
                                    "/{index}/{type}/{id}/_explain",
                                    "/{index}/{type}/{id}/_source",
                                    "/{index}/{type}/{id}/_termvectors",
                                    "/{index}/{type}/{id}/_update")
                            .contains(difference.chosen());
        }
    },

    ENDPOINT_OF_ANOTHER_VERSION(
            "An endpoint of another version or of a module. A server that lacks it takes its first word for an index, which cannot"
                    + " exist, and these endpoints look at no other.") {
        @Override
        boolean explains(FrontDoorDifference difference) {
            return difference.kind() == Kind.NOT_MATCHED
                    && Set.of("_data_stream", "_enrich", "_transform", "_ml", "_plugins", "_opendistro")
                            .contains(difference.variable("index"))
                    && Set.of(
                                    "/{index}/_stats",
                                    "/{index}/_upgrade",
                                    "/{index}/{type}/_mappings",
                                    "/{index}/{type}/_validate/query")
                            .contains(difference.chosen());
        }
    },

    NODE_NAMED_LIKE_A_PAGE(
            "/_nodes/usage/stats shows the statistics of a node that is named usage, not a part of the usage of all nodes; and"
                    + " likewise under /_wlm and /_list/wlm_stats. All are pages about nodes.") {
        @Override
        boolean explains(FrontDoorDifference difference) {
            return difference.kind() == Kind.MATCHED_TOO
                    && difference.own().matches("/_(nodes|wlm|list/wlm_stats)/.*")
                    && difference
                            .chosen()
                            .startsWith(difference
                                    .own()
                                    .substring(0, difference.own().indexOf('/', 1) + 1));
        }
    },

    CONNECTOR_NAMED_SECRET(
            "/_connector/_secret/_status is the status of a connector whose id is _secret, not the secret of that name. Whoever may"
                    + " change the secrets of connectors decides what they do.") {
        @Override
        boolean explains(FrontDoorDifference difference) {
            return difference.kind() == Kind.MATCHED_TOO
                    && difference.own().equals("/_connector/_secret/{id}")
                    && difference.chosen().startsWith("/_connector/{connector_id}/")
                    && difference.variable("connector_id").equals("_secret");
        }
    },

    LEFT_OVER_OF_TYPED_ROUTES(
            "Elasticsearch with types looks at routes without them first and keeps what it read there. The handler does not know the"
                    + " name and answers with an error, as it does to any parameter that it does not know.") {
        @Override
        boolean explains(FrontDoorDifference difference) {
            return difference.kind() == Kind.LEFT_OVER && difference.chosen().startsWith("/{index}/{type}/{id}");
        }
    },

    LEFT_OVER_INSTEAD_OF_A_PARAMETER(
            "The same, in the place of a parameter of the query. No type but _doc begins with an underscore, as the words do by which"
                    + " routes without types are found: Elasticsearch 7 answers with an error. A newer one that is asked for that"
                    + " API ignores the type; what it takes for the parameter is a word of the path, which filters see.") {
        @Override
        boolean explains(FrontDoorDifference difference) {
            return difference.kind() == Kind.LEFT_OVER_INSTEAD
                    && difference.chosen().startsWith("/{index}/{type}/{id}")
                    && difference.variable("type").matches("_(?!doc$).*");
        }
    },

    INDEX_NAMED_VIEWS(
            "OpenSearch 3 has endpoints under /views, without an underscore. To every server /views/_search is a search in an index"
                    + " of that name.") {
        @Override
        boolean explains(FrontDoorDifference difference) {
            return difference.kind() == Kind.MATCHED_TOO
                    && difference.own().startsWith("/views")
                    && difference.variable("index").equals("views");
        }
    };

    private final String reason;

    FrontDoorExplanation(String reason) {
        this.reason = reason;
    }

    abstract boolean explains(FrontDoorDifference difference);

    String reason() {
        return reason;
    }
}
