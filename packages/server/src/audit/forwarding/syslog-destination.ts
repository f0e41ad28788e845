import { hostname } from 'node:os'
import type { AuditDestination } from './audit-forwarder.ts'
import { createSyslogConnection, type SyslogConnectionOptions } from './syslog-connection.ts'
import { syslogMessage } from './syslog-message.ts'

export function syslogDestination(options: SyslogConnectionOptions): AuditDestination {
  const connection = createSyslogConnection(options)
  const origin = { hostname: hostname(), processId: process.pid }
  const { transport, host, port } = options
  return {
    name: `${transport}://${host}:${port}`,
    send: (organisation, entries) =>
      connection.send(entries.map((entry) => syslogMessage(origin, organisation, entry))),
    close: connection.close,
  }
}
