package io.sluice.api;

/**
 * What the configuration says of a listener.
 *
 * @param name its name
 * @param loopback whether only this machine can reach it
 */
public record ListenerInfo(String name, boolean loopback) {}
