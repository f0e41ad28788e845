import type { Socket } from 'node:net'
import type { OutboundConnect } from '@repertoire/sources'
import type { AllowEntry } from '../../platform/outbound/allow-list.ts'
import {
  createGuardedConnector,
  machineAddresses,
  systemResolve,
} from '../../platform/outbound/guarded-connect.ts'

const connectMs = 15_000

/** TCP connections to allowed addresses only, by the rule of every other request that leaves the server. */
export function createGuardedSocket(allow: readonly AllowEntry[]): OutboundConnect {
  const connector = createGuardedConnector({
    ...{ allow, connectMs, resolve: systemResolve, ownAddresses: machineAddresses },
  })
  return ({ hostname, port }) =>
    new Promise<Socket>((resolve, reject) => {
      const host = `${hostname}:${port}`
      // As for http: the encryption is between the command and its server.
      const request = { hostname, host, port: String(port), protocol: 'http:' }
      connector(request, (...[error, socket]) => (error ? reject(error) : resolve(socket)))
    })
}
