import { auditRecord, type ChainedAuditEntry, type TenantId } from '@repertoire/core'

/** Facility "log audit" (13) of RFC 5424. */
const facility = 13
const severities = { notice: 5, informational: 6 }
const maxMessageBytes = 8_192

export interface SyslogOrigin {
  readonly hostname: string
  readonly processId: number
}

/**
 * An entry as a message of RFC 5424: its action as MSGID, the exported entry as JSON in ASCII. Receivers cut what is
 * longer than 8 KiB, which would be no JSON any more, so the details of such an entry are left out.
 */
export function syslogMessage(
  { hostname, processId }: SyslogOrigin,
  organisation: TenantId,
  entry: ChainedAuditEntry,
): string {
  const severity = entry.action.endsWith('-refused') ? severities.notice : severities.informational
  const time = new Date(entry.at).toISOString()
  const head = [
    `<${facility * 8 + severity}>1`,
    time,
    field(hostname, 255),
    'repertoire',
    processId,
    field(entry.action, 32),
    '-',
  ].join(' ')
  const body = { organisation, ...auditRecord(entry), hash: entry.hash }
  const message = `${head} ${asciiJson(body)}`
  if (message.length <= maxMessageBytes) return message
  return `${head} ${asciiJson({ ...body, details: {}, details_omitted: true })}`
}

/** Printable ASCII without spaces, or the nil value. */
function field(text: string, maxLength: number): string {
  const printable = text.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, maxLength)
  return printable === '' ? '-' : printable
}

function asciiJson(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
