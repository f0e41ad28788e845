export interface SyslogServer {
  readonly transport: 'udp' | 'tcp' | 'tls'
  readonly host: string
  readonly port: number
}

const usualPorts = { udp: 514, tcp: 601, tls: 6514 }

/** Null for anything but `udp://`, `tcp://` or `tls://`, a host, and perhaps a port. */
export function parseSyslogUrl(text: string): SyslogServer | null {
  const url = URL.parse(text)
  const transport = url?.protocol.slice(0, -1)
  if (!url || (transport !== 'udp' && transport !== 'tcp' && transport !== 'tls')) return null
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (url.hostname === '' || !isBare || (url.pathname !== '' && url.pathname !== '/')) return null
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  return { transport, host, port: url.port === '' ? usualPorts[transport] : Number(url.port) }
}
