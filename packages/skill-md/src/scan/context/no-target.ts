import type { FindingSeverity } from '../scan-report.ts'
import type { Segment } from '../scan-rule.ts'
import { addressesIn, isKnownInstaller, isLoopback, isReserved } from './addresses.ts'

const rules: ReadonlySet<string> = new Set(['run.reverse-shell', 'flow.credentials-to-network'])
const proseFile = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i
/** A host that the reader has to fill in: `YOUR_IP`, `attacker`, `<host>`. A variable may hold a real one. */
const placeholder = /^(?:[a-z][a-z_-]{0,40}|<[^>$]{1,40}>)$/
const socketHost = /\/dev\/(?:tcp|udp)\/([^\s/]{1,200})\//g
/** Lines that connect; an address elsewhere in the block is not the other end of the shell. */
const connects =
  /\/dev\/(?:tcp|udp)\/|\b(?:nc|ncat|netcat|socat|openssl|telnet|socket|tcpclient|connect)\b/
/** Forms of a block that is read as a shell or a process gets it. */
const sameText: ReadonlySet<string> = new Set(['shell syntax', 'arguments'])
const ownNetwork = /\.(?:internal|local|lan)$/
/** A name with dots that is no file, and a number that is no address of an own network. */
const dottedName =
  /(?<![\w./@$-])(?:[a-z0-9-]{1,63}\.){1,8}(?!(?:sh|py|js|ts|md|txt|json|ya?ml|php|rb|db|enc|exe|html?|log|conf|service)\b)[a-z]{2,24}(?![\w(])|(?<![\d.])(?!127\.|10\.|0\.0\.0\.0|192\.168\.)(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g

/**
 * In a block of a text, an attack without a machine at its other end is one for a person to judge: it stays high, and so
 * held. With any name or number that could answer, or a variable for the host, it stays as it is. Pure.
 */
export function severityWithoutTarget(
  rule: string,
  severity: FindingSeverity,
  segment: Segment,
): FindingSeverity {
  if (severity !== 'critical' || !rules.has(rule)) return severity
  const isAsWritten = segment.decodedFrom === undefined || sameText.has(segment.decodedFrom)
  if (segment.kind !== 'code' || !isAsWritten || !proseFile.test(segment.path)) return severity
  const isShell = rule === 'run.reverse-shell'
  const text = isShell ? connectingLines(segment.folded) : segment.folded
  return hasTarget(text) ? severity : 'high'
}

function connectingLines(folded: string): string {
  return folded
    .split('\n')
    .filter((line) => connects.test(line))
    .join('\n')
}

function hasTarget(folded: string): boolean {
  for (const [, host = ''] of folded.matchAll(socketHost)) {
    if (!placeholder.test(host) && !isLoopback({ host, path: '' })) return true
  }
  const hosts = [...folded.matchAll(dottedName)].map(([host]) => ({ host, path: '' }))
  return [...addressesIn(folded), ...hosts].some(
    (one) =>
      !isLoopback(one) &&
      !isReserved(one) &&
      !isKnownInstaller(one) &&
      !ownNetwork.test(one.host) &&
      !placeholder.test(one.host),
  )
}
