/** Where spans go; OpenTelemetry's own environment variables. */
export interface TelemetrySettings {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly contents: boolean
}

/** Undefined unless a collector is named: nothing of this is loaded then. */
export function telemetrySettings(
  env: Readonly<Record<string, string | undefined>>,
): TelemetrySettings | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()
  if (!base || env.OTEL_SDK_DISABLED === 'true' || !URL.canParse(base)) return undefined
  return {
    url: `${base.replace(/\/+$/, '')}/v1/traces`,
    headers: headersIn(env.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: env.OTEL_SERVICE_NAME?.trim() || 'repertoire',
    contents: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT === 'true',
  }
}

/** `name=value,other=value`, percent-encoded. */
function headersIn(list: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const item of list.split(',')) {
    const at = item.indexOf('=')
    const name = item.slice(0, Math.max(at, 0)).trim()
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) continue
    headers[name] = decoded(item.slice(at + 1).trim())
  }
  return headers
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
