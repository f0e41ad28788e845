import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base'
import {
  convertLegacyHttpOptions,
  createOtlpHttpExportDelegate,
} from '@opentelemetry/otlp-exporter-base/node-http'
import { JsonTraceSerializer, TraceExporterMetricsHelper } from '@opentelemetry/otlp-transformer'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'

/**
 * An OTLP/JSON exporter, built from the same parts as the protobuf exporter. Settings come from the
 * environment.
 */
export function createJsonExporter(): OTLPExporterBase<ReadableSpan[]> {
  const headers = { 'Content-Type': 'application/json' }
  const settings = convertLegacyHttpOptions({}, 'TRACES', 'v1/traces', headers)
  return new OTLPExporterBase(
    createOtlpHttpExportDelegate(
      settings,
      JsonTraceSerializer,
      'otlp_http_json_span_exporter',
      TraceExporterMetricsHelper,
      undefined,
    ),
  )
}
