import type { LoggedEvent } from '../domain/events.ts'
import { grantedHost, type SentRequest } from './egress-fixture.ts'

/** Written by hand for the fixture: the hosts on its list, and what brings in untrusted content. */
const listedHost = /^https:\/\/(docs\.example\.org|[a-z.]+\.team\.example)\//
const readingTools = [
  'web_fetch',
  'execute_connector_tool',
  'search_connector_tools',
  'list_connectors',
]

/**
 * The oracle of information flow: it reads only the log and the requests that have left, and names each that had
 * neither a person's approval, nor a person's own address, nor a list, nor a grant, although it needed one.
 */
export function egressViolations(
  log: readonly LoggedEvent[],
  sent: readonly SentRequest[],
): string[] {
  return sent.flatMap(({ destination, input, logLength }) => {
    const start = startOf(log.slice(0, logLength))
    if (!start) return [`${destination} was requested by no call`]
    const before = log.slice(0, start.at)
    const isAutonomous = before.some(
      ({ event, runId }) => event.type === 'run-started' && event.signal && runId === start.runId,
    )
    if (listedHost.test(destination)) return []
    if (destination === 'connector:wiki' || destination === 'connector:ledger') return []
    if (isAutonomous) {
      const granted = new URL(destination.replace(/^connector:/, 'https://')).host === grantedHost
      const used = before.some(
        ({ event }) => event.type === 'grant-used' && event.callId === start.callId,
      )
      return granted && used ? [] : [`${destination} was requested in a turn that nobody started`]
    }
    if (!hasUntrustedContent(before)) return []
    if (destination.startsWith('https:') && saysNothing(before, { url: destination, ...start }))
      return []
    if (destination === 'connector:github' && !namesOther(before, input)) return []
    return isApproved(before, start.callId, destination) ? [] : [`${destination} was not approved`]
  })
}

/** The call that is running: the last one that started. */
function startOf(log: readonly LoggedEvent[]) {
  const at = log.findLastIndex(({ event }) => event.type === 'tool-started')
  const found = log[at]
  if (found?.event.type !== 'tool-started') return undefined
  return { at, runId: found.runId, callId: found.event.call.id }
}

function hasUntrustedContent(log: readonly LoggedEvent[]): boolean {
  return log.some(({ event }) => {
    if (event.type === 'run-started') return event.signal?.source === 'webhook'
    if (event.type === 'tool-started') return readingTools.includes(event.call.name)
    return event.type === 'skill-used' && event.skill.slug === 'foreign'
  })
}

/** Nobody has said whom this connector reaches: what it is sent must not name an address by itself. */
function namesOther(log: readonly LoggedEvent[], input: string): boolean {
  const named = /https?:[^"\s]+|[\w.]+@[\w.]+/.exec(input)?.[0]
  return named !== undefined && !isTyped(log, named)
}

function isTyped(log: readonly LoggedEvent[], destination: string): boolean {
  const autonomous = new Set(
    log.flatMap(({ event, runId }) =>
      event.type === 'run-started' && event.signal ? [runId] : [],
    ),
  )
  return log.some(
    ({ event, runId }) =>
      event.type === 'message-received' &&
      !autonomous.has(runId) &&
      event.text.split(' ').includes(destination),
  )
}

/** A written address that is requested neither out of turn nor again, nor one of many. */
function saysNothing(
  log: readonly LoggedEvent[],
  { url, runId }: { readonly url: string; readonly runId: LoggedEvent['runId'] },
): boolean {
  const typedIn = (run: LoggedEvent['runId']) =>
    log.flatMap((one) =>
      one.event.type === 'message-received' && one.runId === run
        ? one.event.text.split(' ').filter((word) => word.startsWith('https:'))
        : [],
    )
  const fetched = log.flatMap((one) =>
    one.event.type === 'tool-started' && one.event.call.name === 'web_fetch'
      ? [{ runId: one.runId, url: (one.event.call.input as { url: string }).url }]
      : [],
  )
  const inTurn = fetched.filter((one) => one.runId === runId).map((one) => one.url)
  if (inTurn.includes(url) || !isTyped(log, url)) return false
  const place = typedIn(runId).indexOf(url)
  if (place >= 0)
    return (
      place < 4 &&
      typedIn(runId)
        .slice(0, place)
        .every((one) => inTurn.includes(one))
    )
  const old = fetched.filter(
    (one) => isTyped(log, one.url) && !typedIn(one.runId).includes(one.url),
  )
  return old.length < 3
}

function isApproved(log: readonly LoggedEvent[], callId: string, destination: string): boolean {
  return log.some(({ event }) => {
    if (event.type !== 'approval-required' || event.callId !== callId) return false
    const shown = JSON.stringify(event.subject)
    const named = destination.replace(/^connector:(.*)$/, 'mcp__$1__')
    const { approvalId } = event
    return (
      shown.includes(named) &&
      log.some(
        ({ event: later }) =>
          later.type === 'approval-resolved' &&
          later.approvalId === approvalId &&
          later.decision === 'approved',
      )
    )
  })
}
