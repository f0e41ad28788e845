import type { RunId } from '../../base/ids.ts'
import type { JsonValue } from '../../base/json.ts'
import {
  type EgressDestination,
  isOnEgressList,
  isWrittenIn,
  namesUnwrittenAddress,
} from '../../domain/egress.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import { foldTaint } from '../session/taint.ts'
import type { EgressFacts } from '../tools/tool.ts'
import { hasUntrustedInput } from '../tools/untrusted-input.ts'
import { triggerOfRun } from './run-trigger.ts'
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
  const written = messagesOfPersons(before)
  const autonomous = triggerOfRun(before, turn.runId) !== null
  return {
    destination,
    listed: isOnEgressList(settings, destination, { autonomous }),
    untrustedInput: await hasUntrustedInput({
      taint: foldTaint(before),
      session: journal.session,
      store: ports.store,
      viewer: principal.userId,
    }),
    writtenByPerson: isWrittenIn(written, destination),
    namesAddress: destination.kind === 'connector' && namesUnwrittenAddress(written, input),
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
function messagesOfPersons(events: readonly LoggedEvent[]): string[] {
  const autonomous = new Set<RunId | null>()
  for (const { event, runId } of events)
    if (event.type === 'run-started' && event.signal) autonomous.add(runId)
  return events.flatMap(({ event, runId }) =>
    event.type === 'message-received' && !event.byProgram && !autonomous.has(runId)
      ? [event.text]
      : [],
  )
}
