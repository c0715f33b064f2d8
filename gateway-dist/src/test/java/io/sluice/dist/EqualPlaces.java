package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Random geo queries of each type. */
final class EqualPlaces {

    private final EqualDice dice;

    EqualPlaces(EqualDice dice) {
        this.dice = dice;
    }

    /** A random query of each type. */
    Map<String, Supplier<ObjectNode>> types() {
        Map<String, Supplier<ObjectNode>> types = new TreeMap<>();

        types.put("geo_distance", () -> o("g", dice.point(), "distance", dice.between(1, 8) * 60 + "km"));
        types.put(
                "geo_bounding_box",
                () -> o(
                        "g",
                        o(
                                "top_left",
                                o("lat", 3, "lon", -3),
                                "bottom_right",
                                dice.of(o("lat", -2, "lon", 4), a(2.5, -1)))));
        types.put(
                "geo_polygon",
                () -> o(
                        "g",
                        o(
                                "points",
                                a(
                                        o("lat", 0, "lon", 0),
                                        o("lat", 4, "lon", 0),
                                        o("lat", 2, "lon", dice.between(1, 4))))));
        types.put(
                "geo_shape",
                () -> o(
                        dice.of("area", "g"),
                        o(
                                "shape",
                                o("type", "envelope", "coordinates", a(a(-3, 3), a(dice.between(0, 4), -3))),
                                "relation",
                                "intersects")));
        types.put("shape", () -> o("area", o("shape", o("type", "point", "coordinates", a(1, 1)))));
        return types;
    }
}
