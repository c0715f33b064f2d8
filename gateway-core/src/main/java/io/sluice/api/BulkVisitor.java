package io.sluice.api;

/** Decides about the items of one bulk. For one exchange; runs on its event loop. */
public interface BulkVisitor {}
