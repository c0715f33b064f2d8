module sluice/collector

go 1.25.0

require (
	go.opentelemetry.io/collector/component v1.58.0
	go.opentelemetry.io/collector/confmap v1.58.0
	go.opentelemetry.io/collector/confmap/provider/fileprovider v1.58.0
	go.opentelemetry.io/collector/exporter v1.58.0
	go.opentelemetry.io/collector/exporter/debugexporter v0.152.0
	go.opentelemetry.io/collector/otelcol v0.152.0
	go.opentelemetry.io/collector/receiver v1.58.0
	go.opentelemetry.io/collector/receiver/otlpreceiver v0.152.0
	go.opentelemetry.io/collector/service v0.152.0
)
