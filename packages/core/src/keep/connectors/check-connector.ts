import type { StoredConnector } from '../../domain/connector.ts'
import { isPlainAddress } from '../../domain/plain-address.ts'
import { invalidConnector } from './connector-problems.ts'

export const maxStoredConnectors = 50
const maxHeaders = 20
const connectorName = /^[a-z0-9][a-z0-9-]{0,63}$/
const headerName = /^[A-Za-z0-9-]{1,100}$/

/** Belong to the connection or to the protocol, and would be dropped or replaced. */
const reservedHeaders: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'te', 'trailer'],
  ...['upgrade', 'expect', 'proxy-authorization', 'proxy-connection', 'cookie', 'cookie2'],
  ...['accept', 'content-type', 'user-agent', 'mcp-session-id', 'mcp-protocol-version'],
])

/** Throws ProblemError `connector.invalid`, with the field. */
export function checkConnector({
  name,
  url,
  headers,
}: Pick<StoredConnector, 'name' | 'url' | 'headers'>): void {
  if (!connectorName.test(name)) {
    throw invalidConnector('name', 'A name has a-z, 0-9 and -, at most 64 of them.')
  }
  if (!isPlainAddress(url)) {
    throw invalidConnector(
      'url',
      'The address is http or https, without a user name, a password, a query or a fragment.',
    )
  }
  if (headers.length > maxHeaders) {
    throw invalidConnector('headers', `A connector has at most ${maxHeaders} headers.`)
  }
  const names = headers.map((header) => header.name.toLowerCase())
  if (new Set(names).size < names.length) {
    throw invalidConnector('headers', 'Name each header once.')
  }
  for (const header of headers) {
    if (headerName.test(header.name) && !reservedHeaders.has(header.name.toLowerCase())) continue
    throw invalidConnector('headers', `The header "${header.name}" cannot be set.`)
  }
}

export function hasSameOrigin(
  before: Pick<StoredConnector, 'url'>,
  after: Pick<StoredConnector, 'url'>,
): boolean {
  return URL.parse(before.url)?.origin === URL.parse(after.url)?.origin
}
