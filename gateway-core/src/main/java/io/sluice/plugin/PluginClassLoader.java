package io.sluice.plugin;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;

/**
 * The classes of one plugin. It sees the JDK, its own jars and, of the host, the packages of {@link #HOST_PACKAGES} and all that the
 * host has of Netty; so a plugin brings all its other libraries in its own versions, and they reach neither the host nor another
 * plugin. Netty is shared as a whole, since its parts register constants by name in a part that the filter API's signatures name, and
 * a second copy of them would fail there. Thread-safe.
 */
final class PluginClassLoader extends URLClassLoader {

    /** What plugins have from the host only: the filter API, the log and the null annotations. */
    private static final List<String> HOST_PACKAGES =
            List.of("io.sluice.api.", "org.slf4j.", "org.jspecify.annotations.");

    private static final String NETTY = "io.netty.";

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader host;

    PluginClassLoader(String name, List<Path> jars, ClassLoader host) {
        super("plugin " + name, urls(jars), ClassLoader.getPlatformClassLoader());
        this.host = host;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        for (String hostPackage : HOST_PACKAGES) {
            if (name.startsWith(hostPackage)) {
                return host.loadClass(name);
            }
        }
        return name.startsWith(NETTY) ? netty(name, resolve) : super.loadClass(name, resolve);
    }

    private Class<?> netty(String name, boolean resolve) throws ClassNotFoundException {
        try {
            return host.loadClass(name);
        } catch (ClassNotFoundException e) {
            // A part that the host does not have.
            return super.loadClass(name, resolve);
        }
    }

    // Only the plugin's own resources are found: service files of the JDK's modules are not.
    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return findResources(name);
    }

    private static URL[] urls(List<Path> jars) {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = jars.get(i).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException("a file has no URL: " + jars.get(i), e);
            }
        }
        return urls;
    }
}
