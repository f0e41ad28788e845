import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { ProblemError } from '@repertoire/core/base'
import { buildConnector } from 'undici'
import { blockedRange, normalize } from './address-rules.ts'
import { type AllowEntry, isAllowed, isWebPort, type OutboundTarget } from './allow-list.ts'
import { outboundProblem } from './outbound-problems.ts'
import { portBlocked, portOf } from './url-rules.ts'

/** Resolves all current addresses of a name. */
export type Resolve = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

export interface GuardedConnectOptions {
  readonly allow: readonly AllowEntry[]
  readonly resolve: Resolve
  /** Addresses of this machine in any form. Its own services are refused, even on public addresses. */
  readonly ownAddresses: () => readonly string[]
  /** Milliseconds until a connection must be established. */
  readonly connectMs: number
}

export const systemResolve: Resolve = (hostname) =>
  lookup(hostname, { all: true, order: 'verbatim' })

export const machineAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))

/**
 * Connects to allowed addresses only (protection against SSRF). A name is resolved once for each connection,
 * and the socket gets only the addresses that passed, so DNS rebinding has no effect. Node does not call
 * `lookup` for an address in the URL, so that one is checked first. The socket's remote address is checked once
 * more before anything is sent.
 */
export function createGuardedConnector(options: GuardedConnectOptions): buildConnector.connector {
  return (request, callback) => {
    const { hostname } = request
    const target = { hostname: hostname.toLowerCase(), port: portOf(request) }
    if (isIP(hostname) !== 0) {
      const refusal = connectionDenied({ ...target, address: hostname }, options)
      if (refusal) {
        queueMicrotask(() => callback(refusal, null))
        return
      }
    }
    const connect = buildConnector({
      timeout: options.connectMs,
      maxCachedSessions: 0,
      autoSelectFamily: true,
      lookup: guardedLookup(target, options),
    })
    connect(request, (...[error, socket]) => {
      if (error) return callback(error, null)
      const refusal = connectionDenied({ ...target, address: socket.remoteAddress ?? '' }, options)
      if (!refusal) return callback(null, socket)
      socket.destroy()
      callback(refusal, null)
    })
  }
}

/** Why a connection is refused. Null when it is allowed. */
export function connectionDenied(
  target: OutboundTarget,
  { allow, ownAddresses }: Pick<GuardedConnectOptions, 'allow' | 'ownAddresses'>,
): ProblemError | null {
  const { hostname, port, address } = target
  const range =
    blockedRange(address) ?? (isOwnAddress(address, ownAddresses()) ? 'this-machine' : null)
  if (range === null && isWebPort(port)) return null
  if (isAllowed(target, range, allow)) return null
  if (range === null) return portBlocked(hostname, port)
  return outboundProblem('outbound.address-refused', {
    message: `"${hostname}" is not a host of the public Internet (${range}), so it is not connected to.`,
    hint: `The operator of this server can open it: REPERTOIRE_OUTBOUND_ALLOW=${isWebPort(port) ? hostname : `${hostname}:${port}`}`,
    details: { host: hostname, range },
  })
}

type Target = Omit<OutboundTarget, 'address'>

function guardedLookup(target: Target, options: GuardedConnectOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    permittedAddresses(hostname, target, options).then(
      (addresses) => {
        const [first] = addresses
        if (all) callback(null, [...addresses])
        else callback(null, first?.address ?? '', first?.family)
      },
      (error) => callback(error, all ? [] : ''),
    )
  }
}

/** The allowed addresses of a name, at least one. Throws the first refusal otherwise. */
async function permittedAddresses(
  hostname: string,
  target: Target,
  options: GuardedConnectOptions,
) {
  const found = await options.resolve(hostname)
  const checked = found.map((one) => ({
    one: { address: one.address, family: one.family },
    refusal: connectionDenied({ ...target, address: one.address }, options),
  }))
  const addresses = checked.filter(({ refusal }) => refusal === null).map(({ one }) => one)
  if (addresses.length > 0) return addresses
  throw (
    checked[0]?.refusal ??
    outboundProblem('outbound.name-not-found', {
      message: `No address is known for "${target.hostname}".`,
      details: { host: target.hostname },
    })
  )
}

function isOwnAddress(address: string, own: readonly string[]): boolean {
  const wanted = normalize(address)
  return own.some((one) => normalize(one.split('%')[0] ?? '') === wanted)
}
