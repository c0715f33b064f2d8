package io.sluice.server;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** What the gateway logs during a test. */
final class SeenLog extends ListAppender<ILoggingEvent> implements BeforeEachCallback, AfterEachCallback {
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.sluice");

    @Override
    public void beforeEach(ExtensionContext context) {
        start();
        logger.addAppender(this);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.detachAppender(this);
    }
}
