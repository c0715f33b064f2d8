package io.sluice.admin;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Chooses among media types by an {@code Accept} header, RFC 9110, 12.5.1; parameters other than {@code q} are ignored. Stateless. */
final class Accept {
    private Accept() {}

    /**
     * The type that the header prefers; the first offered one among equals, or if the header accepts none.
     *
     * @param header null if there is none
     * @param offered in lower case, without parameters
     */
    static String choose(@Nullable String header, List<String> offered) {
        String best = offered.getFirst();
        double most = 0;
        for (String type : offered) {
            double quality = header == null ? 1 : quality(header, type);
            if (quality > most) {
                best = type;
                most = quality;
            }
        }
        return best;
    }

    // The most specific range that matches a type applies.
    private static double quality(String header, String type) {
        String group = type.substring(0, type.indexOf('/') + 1) + "*";
        double quality = 0;
        int exactness = 0;
        for (String element : header.toLowerCase(Locale.ROOT).split(",")) {
            String[] parts = element.split(";");
            String range = parts[0].strip();
            int exact = range.equals(type) ? 3 : range.equals(group) ? 2 : range.equals("*/*") ? 1 : 0;
            if (exact > exactness) {
                exactness = exact;
                quality = weight(parts);
            }
        }
        return quality;
    }

    private static double weight(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("q=")) {
                try {
                    return Double.parseDouble(parameter.substring(2));
                } catch (NumberFormatException e) {
                    return 0;
                }
            }
        }
        return 1;
    }
}
