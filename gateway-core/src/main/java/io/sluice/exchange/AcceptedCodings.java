package io.sluice.exchange;

import java.util.List;
import java.util.Locale;

/**
 * What a client's {@code Accept-Encoding} says about the two codings that the gateway makes and reads, {@code gzip} and none at all
 * (RFC 9110, 12.5.3). Immutable.
 *
 * @param gzip weight of gzip, from 0 to 1; 0 if it is not acceptable
 * @param identity weight of a body without a coding; 0 also where nothing is said about it
 */
record AcceptedCodings(double gzip, double identity) {
    private static final double UNSAID = -1;

    /** Reads the values of all lines of the header, in their order; none if it is absent. */
    static AcceptedCodings of(List<String> values) {
        double gzip = UNSAID;
        double identity = UNSAID;
        double others = UNSAID;
        for (String value : values) {
            for (String element : value.toLowerCase(Locale.ROOT).split(",")) {
                String[] parts = element.split(";");
                double weight = weight(parts);
                switch (parts.length == 0 ? "" : parts[0].strip()) {
                    case "gzip", "x-gzip" -> gzip = Math.max(gzip, weight);
                    case "identity" -> identity = Math.max(identity, weight);
                    case "*" -> others = Math.max(others, weight);
                    default -> {}
                }
            }
        }
        double unnamed = Math.max(0, others);
        return new AcceptedCodings(gzip == UNSAID ? unnamed : gzip, identity == UNSAID ? unnamed : identity);
    }

    // A weight that is none excludes the coding: a body without a coding is understood by everybody.
    private static double weight(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("q=")) {
                try {
                    double weight = Double.parseDouble(parameter.substring(2));
                    return weight >= 0 && weight <= 1 ? weight : 0;
                } catch (NumberFormatException e) {
                    return 0;
                }
            }
        }
        return 1;
    }

    /** True if gzip is acceptable, and not less welcome than a body without a coding. */
    boolean prefersGzip() {
        return gzip > 0 && gzip >= identity;
    }
}
