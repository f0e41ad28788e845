import type { TraceItemBody, WireEvent } from '@repertoire/protocol'
import { describeModelCall } from '../chat/model-call-usage.ts'
import { eventLabel, givenTexts } from '../chat/timeline-rows.ts'
import { statusLabel } from '../executions/status-labels.ts'

/** What happened, in a few words, and what can be read of it. */
export interface ItemLabel {
  readonly what: string
  readonly detail: string
  /** It did not go as it should. */
  readonly wrong?: boolean
}

export function wordsOf(item: TraceItemBody): ItemLabel {
  switch (item.kind) {
    case 'signal': {
      const { outcome, problem, key } = item.signal
      const detail = problem?.message ?? keyWords(key)
      return outcome === 'started'
        ? { what: 'A trigger started a turn', detail }
        : { what: 'A trigger started no turn', detail, wrong: true }
    }
    case 'execution': {
      const { entry, status } = item.execution
      const { words, tone } = statusLabel(status)
      return { what: `Ran ${entry}`, detail: words, wrong: tone === 'bad' }
    }
    case 'audit':
      return { what: `Audit: ${item.entry.action}`, detail: item.entry.target }
    case 'event':
      // On the wire an event's data is of its name; the schema of any event cannot say so.
      return wordsOfEvent(item.event as WireEvent)
  }
}

/** What brought the trigger about: `at:<milliseconds>`, `key:<idempotency key>` or `now:<id>`. */
function keyWords(key: string): string {
  const rest = key.slice(key.indexOf(':') + 1)
  if (key.startsWith('now:')) return 'Run by hand'
  if (key.startsWith('key:')) return `Delivery ${rest}`
  const at = key.startsWith('at:') ? new Date(Number(rest)) : null
  return at && !Number.isNaN(at.getTime()) ? `Planned for ${at.toLocaleString()}` : key
}

/** What the sentence of the timeline is about, where the sentence alone would be too much for a heading. */
const headings: Partial<Record<WireEvent['event'], string>> = {
  run_resumed: 'The turn went on',
  answer_rated: 'The answer was rated',
  approval_required: 'A person was asked',
  approval_resolved: 'The answer',
  skills_state_changed: 'Active skills',
  skill_used: 'A skill was read',
  skills_read: 'Skills were read',
  fork_started: 'A sub-agent began',
  todo_changed: 'Things to do',
  connector_granted: 'Allowed by a person',
  tool_confirmed: 'Allowed by a person',
  grant_used: 'Allowed by a grant',
  skills_routed: 'Skills were offered',
  skills_preloaded: 'Skills were loaded',
  skill_bodies_shed: 'No room for a text',
  skill_bodies_restored: 'A text came back',
  context_trimmed: 'Old results left out',
  summary_started: 'A summary began',
  context_summarised: 'A summary stands now',
}

function wordsOfEvent(event: WireEvent): ItemLabel {
  const { event: name, data } = event
  switch (name) {
    case 'message_received':
      return { what: 'Message', detail: data.text }
    case 'run_started':
      return { what: 'The turn began', detail: data.agent ? `with ${data.agent.name}` : '' }
    case 'step_started':
      return { what: `Model call ${data.step}`, detail: `${data.model.label}${givenTexts(data)}` }
    case 'step_completed': {
      const calls = data.tool_calls.map((call) => call.name).join(', ')
      const said = [data.text, calls && `Calls ${calls}`, describeModelCall(data)]
      const detail = said.filter(Boolean).join('\n')
      return { what: `Answer of model call ${data.step}`, detail }
    }
    case 'step_interrupted':
      return { what: `Answer of model call ${data.step}, broken off`, detail: data.text }
    case 'tool_started':
      return { what: `Tool ${data.call.name}`, detail: JSON.stringify(data.call.input) }
    case 'tool_completed':
      return data.outcome.status === 'ok'
        ? { what: `Result of ${data.name}`, detail: 'Done' }
        : { what: `Result of ${data.name}`, detail: data.outcome.problem.message, wrong: true }
    case 'run_completed':
      // Its text is the last answer, which stands right above.
      return { what: 'The turn ended', detail: '' }
    case 'run_failed':
      return { what: 'The turn failed', detail: data.problem.message, wrong: true }
    case 'run_cancelled':
      return { what: 'The turn was stopped', detail: '' }
    default:
      return { what: headings[name] ?? spaced(name), detail: eventLabel(event) }
  }
}

/** `skills_routed` as `Skills routed`. */
function spaced(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
