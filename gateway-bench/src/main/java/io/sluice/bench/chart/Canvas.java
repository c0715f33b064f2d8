package io.sluice.bench.chart;

/** The size of a drawing in the units of its text, which is 12 high: what fits on a screen without being made smaller. */
enum Canvas {
    WIDE(620, 300, 8),
    NARROW(340, 250, 4);

    static final int LEFT = 58;
    static final int RIGHT = 14;
    static final int TOP = 10;
    static final int BOTTOM = 42;

    final int width;
    final int height;
    final int ticks;

    Canvas(int width, int height, int ticks) {
        this.width = width;
        this.height = height;
        this.ticks = ticks;
    }

    int plotWidth() {
        return width - LEFT - RIGHT;
    }

    int plotHeight() {
        return height - TOP - BOTTOM;
    }
}
