package io.sluice.bench.compare.clients;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Objects and bytes on the heap by class, the unreachable ones included.
 *
 * @param byClass objects by the JVM's name of their class
 */
record HeapHistogram(Map<String, Long> byClass) {
    private static final Pattern ROW = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+(\\S+).*");
    /** What the JVM fills the unused ends of a thread's allocation buffers with. */
    private static final String FILLER = "jdk.internal.vm.Filler";

    HeapHistogram {
        byClass = Map.copyOf(byClass);
    }

    /** Of this JVM, now; no collection is run for it. */
    static HeapHistogram take() {
        try {
            return parse((String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[] {"-all"}},
                            new String[] {String[].class.getName()}));
        } catch (JMException e) {
            throw new IllegalStateException("this JVM gives no histogram of its heap", e);
        }
    }

    /** Of the text that the JVM writes, without what is no object of the application. */
    static HeapHistogram parse(String text) {
        Map<String, Long> byClass = new HashMap<>();
        for (String line : text.split("\n")) {
            Matcher row = ROW.matcher(line);
            if (row.matches()
                    && !row.group(2).startsWith(FILLER)
                    && !row.group(2).startsWith("L" + FILLER)) {
                byClass.merge(row.group(2), Long.parseLong(row.group(1)), Long::sum);
            }
        }
        return new HeapHistogram(byClass);
    }

    /** What there is more of here than in {@code earlier}; negative where there is less. */
    HeapHistogram minus(HeapHistogram earlier) {
        Map<String, Long> difference = new HashMap<>(byClass);
        earlier.byClass.forEach((name, count) -> difference.merge(name, -count, Long::sum));
        difference.values().removeIf(count -> count == 0);
        return new HeapHistogram(difference);
    }

    long objects() {
        return byClass.values().stream().mapToLong(Long::longValue).sum();
    }
}
