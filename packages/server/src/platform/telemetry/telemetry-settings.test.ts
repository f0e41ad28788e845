import { describe, expect, it } from 'vitest'
import { telemetrySettings } from './telemetry-settings.ts'

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318'

describe('the telemetry settings', () => {
  it('E9: are absent without a collector, whatever else is set', () => {
    expect(telemetrySettings({})).toBeUndefined()
    expect(telemetrySettings({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeUndefined()
    for (const off of [{ OTEL_SDK_DISABLED: 'True' }, { OTEL_TRACES_EXPORTER: 'none' }]) {
      expect(telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT, ...off })).toBeUndefined()
    }
  })

  it('E9: default to protobuf without contents; settings for traces come first', () => {
    const usual = { protocol: 'http/protobuf', contents: false }
    expect(telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual(usual)
    const settings = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/v1/traces',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    }
    expect(telemetrySettings(settings)).toEqual({ protocol: 'http/json', contents: true })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'nowhere'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'file:///etc'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_COMPRESSION', 'brotli'],
    ['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', 'soon'],
  ])('E9: %s=%s stops the start with a line that names it', (name, value) => {
    expect(() => telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value })).toThrow(
      `Settings that cannot be used: ${name}: must be`,
    )
  })
})
