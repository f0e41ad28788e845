import type { TraceItemBody, WireEvent } from '@repertoire/protocol'

/** What happened, in a few words, and what can be read of it. */
export interface ItemWords {
  readonly what: string
  readonly detail: string
}

export function wordsOf(item: TraceItemBody): ItemWords {
  switch (item.kind) {
    case 'signal': {
      const { outcome, problem } = item.signal
      const what = outcome === 'started' ? 'A signal started a turn' : 'A signal started no turn'
      return { what, detail: problem?.message ?? item.signal.key }
    }
    case 'execution': {
      const { entry, status } = item.execution
      return { what: `Ran ${entry}`, detail: status }
    }
    case 'audit':
      return { what: `Audit: ${item.entry.action}`, detail: item.entry.target }
    case 'event':
      // On the wire an event's data is of its name; the schema of any event cannot say so.
      return eventWords(item.event as WireEvent)
  }
}

function eventWords({ event, data }: WireEvent): ItemWords {
  switch (event) {
    case 'message_received':
      return { what: 'Message', detail: data.text }
    case 'run_started':
      return { what: 'The turn began', detail: data.agent ? `with ${data.agent.name}` : '' }
    case 'step_started':
      return { what: `Model call ${data.step}`, detail: data.model.label }
    case 'step_completed':
      return { what: `Answer of model call ${data.step}`, detail: data.text }
    case 'tool_started':
      return { what: `Tool ${data.call.name}`, detail: JSON.stringify(data.call.input) }
    case 'tool_completed':
      return {
        what: `Result of ${data.name}`,
        detail:
          data.outcome.status === 'ok'
            ? 'done'
            : `${data.outcome.status}: ${data.outcome.problem.message}`,
      }
    case 'run_completed':
      return { what: 'The turn ended', detail: data.text }
    case 'run_failed':
      return { what: 'The turn failed', detail: data.problem.message }
    default:
      return { what: spaced(event), detail: '' }
  }
}

/** `skills_routed` as `Skills routed`. */
function spaced(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
