package io.sluice.api;

/**
 * What the configuration says of a listener.
 *
 * @param name its name
 * @param loopback whether all its clients are on this machine: it has a loopback address, and is behind no proxy
 */
public record ListenerInfo(String name, boolean loopback) {}
