package io.sluice.filters.tenant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shapes whose lines go around the globe so often that a node ends. */
@Tag("slow")
class HarmfulShapesTest extends AcmeTest {
    HarmfulShapesTest() {
        super(OWN_INDICES);
    }

    private static String query(String type, String shape) {
        return "{\"query\":{\"" + type + "\":{\"f\":{\"relation\":\"within\",\"shape\":" + shape + "}}}}";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"linestring\",\"coordinates\":[[0,0],[1e15,1]]}",
                "{\"type\":\"linestring\",\"coordinates\":[[0,0],[\"1e15\",1]]}",
                "{\"coordinates\":[[[0,0],[-1000.1,1]]],\"type\":\"multilinestring\"}",
                "{\"type\":\"geometrycollection\",\"geometries\":[{\"type\":\"linestring\",\"coordinates\":[[0,0],[1e15,1]]}]}",
                "{\"type\":\"envelope\",\"coordinates\":[[0,1],[1e999,0]]}",
                "\"LINESTRING (0 0, 1e15 1)\"",
                "\"LINESTRING(0 0,+1E15 1)\"",
                "\"LINESTRING (0 0, 0x1p60 1)\"",
                "\"LINESTRING (0 0, Infinity 1)\"",
                "\"LINESTRING (0 0, NaN 1)\"",
                "\"LINESTRING (0 0, nan 1)\"",
                "\"LINESTRING (0 0, 1001. 1)\"",
                "\"GEOMETRYCOLLECTION (POINT (1 1), LINESTRING (0 0, 1e15d 1))\""
            })
    void areDeniedOnTheGlobe(String shape) {
        assertDenied(search(query("geo_shape", shape)).everySplit());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"linestring\",\"coordinates\":[[0,0],[179.9,1],[540,-90]]}",
                "{\"type\":\"circle\",\"coordinates\":[0,0],\"radius\":5000}",
                "{\"type\":\"point\",\"coordinates\":[0,0],\"crs\":{\"properties\":{\"name\":\"EPSG:4326\"}}}",
                "\"LINESTRING (0 0, 179.9 1, -1e3 1)\"",
                "\"BBOX (100.0, 102.0, 2.0, 0.0)\""
            })
    void areSent(String shape) {
        assertRelayed("POST", "/logs/_search", query("geo_shape", shape));
    }

    /** On a plane nothing comes around. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"linestring\",\"coordinates\":[[0,0],[5000000,1]]}",
                "\"LINESTRING (0 0, 5000000 1)\""
            })
    void areSentOnAPlane(String shape) {
        assertRelayed("POST", "/logs/_search", query("shape", shape));
    }

    /** A server compares each document with all edges. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"geo_shape\":{\"f\":{\"shape\":{\"type\":\"polygon\",\"coordinates\":[[LIST]]}}}}",
                "{\"shape\":{\"f\":{\"shape\":{\"type\":\"polygon\",\"coordinates\":[[LIST]]}}}}",
                "{\"geo_polygon\":{\"f\":{\"points\":[LIST]}}}"
            })
    void areDeniedWithManyCorners(String query) {
        String body = "{\"query\":" + query + "}";

        assertDenied(search(list(body, "[1,2]", 10_001)).everySplit());
        assertRelayed("POST", "/logs/_search", list(body, "[1,2]", 9999));
    }

    @Test
    void areDeniedAsLongTexts() {
        String longer = "\"LINESTRING (0 0" + ", 1 1".repeat(14_000) + ")\"";

        assertDenied(search(query("geo_shape", longer)).everySplit());
        assertDenied(search(query("shape", longer)).everySplit());
        assertRelayed("POST", "/logs/_search", query("geo_shape", longer.replace(", 1 1".repeat(10_000), "")));
    }

    /** A server takes the shape of any document, of whatever field. */
    @ParameterizedTest
    @ValueSource(strings = {"geo_shape", "shape"})
    void areNotTakenFromDocuments(String type) {
        String body = "{\"query\":{\"" + type + "\":{\"f\":{\"indexed_shape\":{\"id\":\"1\",\"index\":\"logs\"}}}}}";

        assertDenied(search(body).everySplit());
    }
}
