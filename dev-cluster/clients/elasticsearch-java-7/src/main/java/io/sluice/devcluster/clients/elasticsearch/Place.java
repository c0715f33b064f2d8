package io.sluice.devcluster.clients.elasticsearch;

/** The document that the session works with. */
record Place(String name, String region, String about, long population) {}
