package io.sluice.testkit;

import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.config.ConfigException;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/** Makes filters with {@link FilterType} as their generated factories do, whether or not the test's compiler has written these. */
final class AnnotatedFilter {
    private final Class<? extends Filter> type;

    private AnnotatedFilter(Class<? extends Filter> type) {
        this.type = type;
    }

    /** Makes a record of the configuration. */
    interface Binder {
        Record bound(Class<? extends Record> type) throws ConfigException;
    }

    /** @throws IllegalArgumentException if the class has no annotation */
    static AnnotatedFilter of(Class<? extends Filter> type) {
        if (!type.isAnnotationPresent(FilterType.class)) {
            throw new IllegalArgumentException(type.getName() + " has no @FilterType");
        }
        return new AnnotatedFilter(type);
    }

    /**
     * Makes one filter.
     *
     * @throws IOException if its constructor throws one
     */
    Filter made(Binder binder, TestContext context) throws ConfigException, IOException {
        if (type.isRecord()) {
            return (Filter) binder.bound(type.asSubclass(Record.class));
        }
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        Record config = binder.bound(constructor.getParameterTypes()[0].asSubclass(Record.class));
        constructor.setAccessible(true);
        try {
            return (Filter)
                    (constructor.getParameterCount() == 1
                            ? constructor.newInstance(config)
                            : constructor.newInstance(config, context));
        } catch (InvocationTargetException e) {
            throw thrown(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("cannot make " + type.getName(), e);
        }
    }

    private static IOException thrown(InvocationTargetException e) {
        if (e.getCause() instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }
}
