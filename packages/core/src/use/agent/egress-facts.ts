import type { RunId } from '../../base/ids.ts'
import type { JsonValue } from '../../base/json.ts'
import { type EgressDestination, isOnEgressList } from '../../domain/egress.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import { hasUnknownAddress } from '../../domain/written-address.ts'
import { isFreeAddress, type PersonsMessage } from '../policy/free-addresses.ts'
import { foldTaint } from '../session/taint.ts'
import type { EgressFacts } from '../tools/tool.ts'
import { hasUntrustedInput } from '../tools/untrusted-input.ts'
import type { StepContext } from './step-context.ts'

interface OutboundCall {
  readonly callId: string
  readonly destination: EgressDestination
  readonly input: JsonValue
}

/** The facts for the rule about outbound requests, of one call and its destination. */
export async function egressFacts(
  { ports, journal, settings, principal, turn }: StepContext,
  { callId, destination, input }: OutboundCall,
): Promise<EgressFacts> {
  const before = eventsBefore(journal.events, callId)
  const messages = messagesOfPersons(before)
  const autonomous = journal.view.trigger() !== null
  const untrustedInput = await hasUntrustedInput({
    taint: before === journal.events ? journal.view.taint() : foldTaint(before),
    session: journal.session,
    store: ports.store,
    viewer: principal.userId,
  })
  // Read only where it decides: arguments and messages are long.
  const isOfUnknownReach =
    untrustedInput && destination.kind === 'connector' && destination.openWorld === null
  const texts = messages.map(({ text }) => text)
  return {
    destination,
    listed: isOnEgressList(settings, destination, { autonomous }),
    untrustedInput,
    writtenByPerson:
      destination.kind === 'web' &&
      isFreeAddress(before, messages, { url: destination.url, runId: turn.runId }),
    namesAddress: isOfUnknownReach && hasUnknownAddress(texts, input),
  }
}

/** A call that began before a crash is judged as it was then: its own start does not taint it. */
function eventsBefore(events: readonly LoggedEvent[], callId: string): readonly LoggedEvent[] {
  const start = events.findIndex(
    ({ event }) => event.type === 'tool-started' && event.call.id === callId,
  )
  return start === -1 ? events : events.slice(0, start)
}

/** What persons wrote in the conversation; the messages of triggers and programs are not theirs. */
function messagesOfPersons(events: readonly LoggedEvent[]): readonly PersonsMessage[] {
  const autonomous = new Set<RunId | null>()
  for (const { event, runId } of events)
    if (event.type === 'run-started' && event.signal) autonomous.add(runId)
  return events.flatMap(({ event, runId }) =>
    event.type === 'message-received' && !event.byProgram && !autonomous.has(runId)
      ? [{ runId, text: event.text }]
      : [],
  )
}
