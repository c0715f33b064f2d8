package io.sluice.bench.stub.service;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a bulk costs a pretended node, in nanoseconds of one of its workers.
 *
 * @param request for each request, at the node that it came to
 * @param document for each document, at the node that holds it
 * @param forwardedByte for each byte of documents that the node that it came to has to send on
 * @param workers that work side by side in each node; 0 for nodes that take no time
 * @param queue how many pieces of work may wait for a worker before a node refuses
 */
public record ServiceTime(double request, double document, double forwardedByte, int workers, int queue) {
    /** Nodes that take no time. */
    public static final ServiceTime NONE = new ServiceTime(0, 0, 0, 0, 0);

    private static final Pattern NUMBER = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|ms)?");

    /** @throws IllegalArgumentException if a time is negative or no number, or there are workers without a queue */
    public ServiceTime {
        if (!(request >= 0 && document >= 0 && forwardedByte >= 0) || workers < 0 || workers > 0 && queue < 1) {
            throw new IllegalArgumentException("a service time has times of 0 or more, workers, and a queue");
        }
    }

    /** Whether nodes take no time. */
    public boolean none() {
        return workers == 0;
    }

    /**
     * Reads {@code none} or, with all five members in any order, {@code request=200us,document=20us,byte=5.5ns,workers=2,queue=1000}.
     *
     * @throws IllegalArgumentException for any other text
     */
    public static ServiceTime parse(String text) {
        if (text.equals("none")) {
            return NONE;
        }
        double[] values = {-1, -1, -1, -1, -1};
        for (String member : text.split(",", -1)) {
            int equals = member.indexOf('=');
            int place = switch (member.substring(0, Math.max(0, equals))) {
                case "request" -> 0;
                case "document" -> 1;
                case "byte" -> 2;
                case "workers" -> 3;
                case "queue" -> 4;
                default -> throw wrong(text);
            };
            values[place] = value(member.substring(equals + 1), place <= 2, text);
        }
        for (double value : values) {
            if (value < 0) {
                throw wrong(text);
            }
        }
        return new ServiceTime(values[0], values[1], values[2], (int) values[3], (int) values[4]);
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return none()
                ? "none"
                : "request=" + plain(request) + "ns,document=" + plain(document) + "ns,byte=" + plain(forwardedByte)
                        + "ns,workers=" + workers + ",queue=" + queue;
    }

    private static String plain(double nanos) {
        return BigDecimal.valueOf(nanos).toPlainString();
    }

    private static double value(String text, boolean time, String whole) {
        Matcher form = NUMBER.matcher(text);
        if (!form.matches() || time != (form.group(2) != null)) {
            throw wrong(whole);
        }
        double unit = !time
                ? 1
                : switch (form.group(2)) {
                    case "ns" -> 1;
                    case "us" -> 1e3;
                    default -> 1e6;
                };
        return Double.parseDouble(form.group(1)) * unit;
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "expected none or request=200us,document=20us,byte=5ns,workers=2,queue=1000, got '" + text + "'");
    }
}
