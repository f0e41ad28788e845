import type { TenantId } from '@repertoire/core/base'
import { auditRecord, type ChainedAuditEntry } from '@repertoire/core/domain'
import type { AuditDestination } from './audit-exporter.ts'

const timeoutMs = 10_000
const severities = { notice: 10, informational: 9 }

export interface OtlpDestinationOptions {
  /** The collector's path of logs, `http://collector:4318/v1/logs`. */
  readonly url: string
  readonly version: string
  readonly headers: Readonly<Record<string, string>>
}

/** Log records of OTLP over HTTP as JSON: few enough fields to need no SDK, and a refused batch is sent again. */
export function otlpDestination({
  url,
  version,
  headers,
}: OtlpDestinationOptions): AuditDestination {
  return {
    name: `otlp ${url}`,
    send: async (organisation, entries) => {
      const response = await fetch(url, {
        method: 'POST',
        // Another host must get neither the entries nor the headers.
        redirect: 'error',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(otlpLogs(organisation, entries, version)),
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the collector answered with status ${response.status}`)
    },
  }
}

/** `OTEL_EXPORTER_OTLP_LOGS_HEADERS`, else the general one: `name=value`, comma-separated, percent-encoded. */
export function otlpHeaders(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const text = env.OTEL_EXPORTER_OTLP_LOGS_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS ?? ''
  const pairs = text.split(',').flatMap((pair) => {
    const [, name, value] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? []
    return name === undefined || value === undefined ? [] : [[name, decoded(value.trim())]]
  })
  return Object.fromEntries(pairs)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The body of an ExportLogsServiceRequest. */
export function otlpLogs(
  organisation: TenantId,
  entries: readonly ChainedAuditEntry[],
  version: string,
): object {
  const attributes = [
    attribute('service.name', 'repertoire'),
    attribute('service.version', version),
  ]
  const logRecords = entries.map((entry) => ({
    timeUnixNano: `${entry.at}000000`,
    severityNumber: entry.action.endsWith('-refused')
      ? severities.notice
      : severities.informational,
    eventName: `repertoire.audit.${entry.action}`,
    body: { stringValue: JSON.stringify({ ...auditRecord(entry), hash: entry.hash }) },
    attributes: [
      attribute('repertoire.organisation', organisation),
      attribute('repertoire.audit.seq', String(entry.seq)),
      attribute('repertoire.audit.hash', entry.hash),
    ],
    ...(entry.traceId !== null &&
      /^[0-9a-f]{32}$/.test(entry.traceId) && { traceId: entry.traceId }),
  }))
  const scopeLogs = [{ scope: { name: 'repertoire.audit' }, logRecords }]
  return { resourceLogs: [{ resource: { attributes }, scopeLogs }] }
}

function attribute(key: string, text: string) {
  return { key, value: { stringValue: text } }
}
