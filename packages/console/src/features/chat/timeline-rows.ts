import type { WireEvent } from '@repertoire/protocol'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { reasonLabel } from '../routing/reason-labels.ts'
import type { EventData } from './conversation-view.ts'
import { describeModelCall } from './model-call-usage.ts'
import { allowedLabel } from './not-allowed.ts'
import { withdrawnLabel } from './withdrawn-label.ts'

/** One line of a run's timeline. */
export interface TimelineRow {
  readonly id: number
  readonly event: WireEvent['event']
  readonly words: string
  /** Milliseconds since the turn began; null where the event carries no time. */
  readonly after: number | null
  /** The recorded prompt of this model call. */
  readonly promptDigest: string | null
  /** A sub-agent's, which worked inside a call of the main agent. */
  readonly ofFork: boolean
}

const compact = new Set<WireEvent['event']>([
  'step_started',
  'step_completed',
  'tool_completed',
  'approval_required',
  'approval_resolved',
  'skills_state_changed',
  'skill_used',
  'skills_read',
  'fork_started',
  'connector_granted',
  'skills_routed',
  'skills_preloaded',
  'skill_bodies_shed',
  'skill_bodies_restored',
  'context_trimmed',
  'context_summarised',
  'run_completed',
  'run_failed',
  'run_cancelled',
])

const ratings = {
  up: 'A person found the answer good',
  down: 'A person found the answer bad',
  none: 'A person took their rating back',
} as const

const decisions: Record<EventData<'approval_resolved'>['decision'], string> = {
  approved: 'A person approved',
  denied: 'A person denied',
  expired: 'The question expired',
  cancelled: 'The question was withdrawn',
}

/** A turn's events as lines; `compact` leaves out what only repeats another line. */
export function timelineRows(
  events: readonly WireEvent[],
  detail: 'compact' | 'all',
): TimelineRow[] {
  const begin = events.map(timeOf).find((at) => at !== null) ?? null
  return events
    .filter(({ event }) => detail === 'all' || compact.has(event))
    .map((event) => {
      const at = timeOf(event)
      return {
        id: event.id,
        event: event.event,
        words: eventLabel(event),
        after: at === null || begin === null ? null : at - begin,
        promptDigest: event.event === 'step_started' ? event.data.prompt_digest : null,
        ofFork: 'fork' in event.data && event.data.fork !== undefined,
      }
    })
}

function timeOf({ data }: WireEvent): number | null {
  return 'at' in data ? Date.parse(data.at) : null
}

/** One event in a sentence, for people. */
export function eventLabel({ event, data }: WireEvent): string {
  switch (event) {
    case 'message_received':
      return 'Message received'
    case 'run_started':
      return `Run started with ${data.toolsets.join(', ') || 'no tools'}`
    case 'run_resumed':
      return data.cause === 'crash'
        ? 'Run taken up after a restart'
        : 'Run went on after the answer'
    case 'step_started':
      return `Step ${data.step}: asked ${data.model.label}${givenTexts(data)}`
    case 'text_delta':
      return 'Text'
    case 'step_completed': {
      const calls = data.tool_calls.length
      return [
        `Step ${data.step} done: ${calls === 0 ? 'no tool call' : plural(calls, 'tool call')}`,
        describeModelCall(data),
      ].join(', ')
    }
    case 'step_interrupted':
      return `Step ${data.step} broke off`
    case 'tool_started':
      return `${data.call.name} started`
    case 'tool_completed':
      return data.outcome.status === 'ok'
        ? `${data.name} done`
        : `${data.name} ${data.outcome.status}: ${data.outcome.problem.message}`
    case 'approval_required':
      return requestLabel(data)
    case 'approval_resolved':
      return decisions[data.decision]
    case 'skills_state_changed':
      return skillsLabel(data)
    case 'skill_used':
      return `Read the skill ${data.skill.slug}${heldTo(data.allows ?? null)}`
    case 'skills_read':
      return `Read from ${data.skills.map(({ slug }) => slug).join(', ')}`
    case 'registry_skill_fetched':
      return `Fetched the skill ${data.skill.slug} from ${data.from.registry}, for this conversation alone`
    case 'fork_started':
      return `A sub-agent began with ${data.skill.slug}${heldTo(data.allows)}`
    case 'todo_changed':
      return `List of things to do: ${plural(data.items.length, 'item')}`
    case 'connector_granted':
      return `May use the connector ${data.connector}`
    case 'tool_confirmed':
      return `May call ${data.tool} in this conversation`
    case 'grant_used':
      return `A stored grant allowed ${data.tool}`
    case 'skills_routed':
      return routedLabel(data)
    case 'skills_preloaded':
      return preloadedLabel(data)
    case 'skill_bodies_shed':
      return `No room for the text of ${slugs(data.skills)}: ${formatCount(data.used_chars)} of ${formatCount(data.budget_chars)} characters are in use`
    case 'skill_bodies_restored':
      return `The text of ${slugs(data.skills)} is in the prompt again`
    case 'context_trimmed':
      return `Left ${plural(data.call_ids.length, 'old result')} out of what the model is given`
    case 'summary_started':
      return `Summing up what came before: about ${formatCount(data.tokens_before)} tokens`
    case 'context_summarised':
      return `A summary stands for what came before; skills’ texts stay: ${describeModelCall(data)}`
    case 'run_completed':
      return 'Run completed'
    case 'run_failed':
      return `Run failed: ${data.problem.message}`
    case 'run_cancelled':
      return 'Run stopped'
    case 'answer_rated':
      return ratings[data.rating ?? 'none']
  }
}

const maxReportedEntries = 5

/** The catalogue of the run, the best of it with what it rests on. */
function routedLabel({ entries, eligible, stages }: EventData<'skills_routed'>): string {
  const reported = entries
    .slice(0, maxReportedEntries)
    .map(({ slug, score, reasons }) => `${slug} (${[score, reasonLabel(reasons)].join(', ')})`)
  const about = stages.length > 0 ? ` for ${stages.join(', ')}` : ''
  const head = `Offered ${formatCount(entries.length)} of ${plural(eligible, 'skill')}${about}`
  return reported.length > 0
    ? `${head}: ${reported.join('; ')}${entries.length > maxReportedEntries ? '; …' : ''}`
    : head
}

function preloadedLabel({ skills, refused }: EventData<'skills_preloaded'>): string {
  const loaded = skills.length > 0 ? [`Loaded ${slugs(skills)} beforehand`] : []
  const not = refused.map(({ slug, problem }) => `did not load ${slug}: ${problem.message}`)
  return [...loaded, ...not].join('; ')
}

function skillsLabel(data: EventData<'skills_state_changed'>): string {
  const { budget_used_chars: used, budget_max_chars: max, left_over_budget: left = [] } = data
  const gone = (data.withdrawn ?? []).map((skill) => `${withdrawnLabel(skill)}. `).join('')
  const state = `Budget ${formatCount(used)} of ${formatCount(max)}, ${plural(data.enabled_skills.length, 'active skill')}`
  const over = left.length > 0 ? `${slugs(left)} left, because the budget was lowered. ` : ''
  return `${gone}${over}${state}`
}

/** The skills whose texts a model call had. */
export function givenTexts({ skills = [] }: EventData<'step_started'>): string {
  return skills.length === 0 ? '' : `, with ${slugs(skills)}`
}

function slugs(skills: readonly { readonly slug: string }[]): string {
  return skills.map(({ slug }) => slug).join(', ')
}

/** What the list of allowed tools comes to, where there is one. */
function heldTo(allows: readonly string[] | null): string {
  return allows === null ? '' : `, which allows ${allowedLabel(allows)}`
}

function requestLabel(data: EventData<'approval_required'>): string {
  switch (data.type) {
    case 'skill_enablement':
      return `Asked a person about ${data.skill.slug}`
    case 'clarification':
      return 'Asked the person a question'
    case 'connector_access':
      return `Asked for the connector ${data.connector.name}`
    case 'authored_tool':
      return `Asked the person whether ${data.tool.name} may run`
    case 'observation_change':
      return 'Asked the person whether to remember something'
    case 'tool_call':
      return `Asked the person whether ${data.call.tool} may be called`
    case 'package_installation':
      return `Asked an owner or admin for packages of ${data.installation.skill}`
    case 'skill_change':
      return `Asked a person to ${data.change.action} the skill ${data.change.slug}`
  }
}
