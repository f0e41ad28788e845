import type {
  TriggerBody,
  TriggerFiringBody,
  TriggerListItem,
  TriggerTimes,
} from '@repertoire/client'
import { commandHint } from '../connection/command-hints.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** `2026-11-23 07:00` in the local time zone. */
export function localTime(at: string | null): string {
  if (at === null) return '–'
  const time = new Date(at)
  const pair = (value: number) => String(value).padStart(2, '0')
  const day = [time.getFullYear(), pair(time.getMonth() + 1), pair(time.getDate())].join('-')
  return `${day} ${pair(time.getHours())}:${pair(time.getMinutes())}`
}

/** `2026-11-23 07:00:05`, for schedules that fire more than once a minute. */
export function localTimeWithSeconds(at: string): string {
  return `${localTime(at)}:${String(new Date(at).getSeconds()).padStart(2, '0')}`
}

function isWithinMinute(at: string): boolean {
  return new Date(at).getSeconds() !== 0
}

/** One line per trigger. `names`: names of owners by id; adds a column. */
export function printTriggers(
  terminal: Terminal,
  triggers: readonly TriggerListItem[],
  names?: ReadonlyMap<string, string>,
): void {
  const owner = ({ user_id }: TriggerListItem) => [sanitizeText(names?.get(user_id) ?? user_id)]
  const head = ['name', ...(names ? ['owner'] : []), 'state', 'starts', 'next', 'last', 'id']
  const rows = triggers.map((trigger) => [
    sanitizeText(trigger.name),
    ...(names ? owner(trigger) : []),
    stateOf(trigger),
    sanitizeText(startOf(trigger)),
    localTime(trigger.next_at),
    lastOf(trigger),
    sanitizeText(trigger.id),
  ])
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  terminal.out(terminal.paint('dim', line(head)))
  for (const row of rows) terminal.out(line(row))
}

function startOf({ trigger }: TriggerBody): string {
  return trigger.kind === 'cron' ? `${trigger.cron} ${trigger.time_zone}` : 'webhook'
}

function stateOf({ enabled, note }: TriggerBody): string {
  if (enabled) return 'on'
  return note ? 'stopped' : 'off'
}

function lastOf({ last_firing }: TriggerListItem): string {
  return last_firing ? `${outcomeOf(last_firing)} ${localTime(last_firing.fired_at)}` : 'never'
}

/** The outcome in one word. */
function outcomeOf({ outcome, run_status }: TriggerFiringBody): string {
  return outcome === 'skipped' ? 'skipped' : (run_status ?? 'deleted')
}

/** All fields of a trigger; `times` of a schedule. */
export function printTrigger(terminal: Terminal, trigger: TriggerBody, times?: TriggerTimes): void {
  const { trigger: start, asset, note } = trigger
  const field = (label: string, text: string | null | undefined) => {
    if (text) terminal.out(`${terminal.paint('dim', `${label}:`.padEnd(14))}${sanitizeText(text)}`)
  }
  terminal.out(`${terminal.paint('bold', sanitizeText(trigger.name))}  ${stateOf(trigger)}`)
  field('id', trigger.id)
  field('starts', startOf(trigger))
  if (start.kind === 'cron') field('missed times', start.missed)
  field('person', trigger.user_id)
  field('agent', trigger.agent_id)
  field('message', trigger.message)
  field('severity', trigger.severity)
  field('asset', asset && `${asset.symbol} (${asset.asset_class})`)
  field('preloads', trigger.preload_skills.join(', '))
  field('stages', trigger.suggested_stages.join(', '))
  field('conversation', trigger.conversation === 'kept' ? 'one for all turns' : 'new every turn')
  field('per hour', String(trigger.most_per_hour))
  field('scripts', trigger.scripts_allowed ? 'allowed' : null)
  field('stopped', note && [note.message, commandHint(note) ?? ''].join(' ').trim())
  if (times) printTimes(terminal, times)
}

/** A schedule in words, and its next times. */
export function printTimes(terminal: Terminal, { words, times }: TriggerTimes): void {
  if (words) terminal.out(sanitizeText(words))
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  terminal.out(`Next times (${timeZone}):`)
  const shown = times.some(isWithinMinute) ? localTimeWithSeconds : localTime
  for (const at of times) terminal.out(`  ${shown(at)}`)
}

const colours = { skipped: 'yellow', failed: 'red', cancelled: 'yellow' } as const

/** One line per firing. */
export function printFiring(terminal: Terminal, firing: TriggerFiringBody): void {
  const { fired_at, trace_id, problem } = firing
  const word = outcomeOf(firing)
  const colour = colours[word as keyof typeof colours] ?? 'green'
  const outcome = terminal.paint(colour, word.padEnd(9))
  const why = problem
    ? `  ${sanitizeText([problem.message, commandHint(problem)].filter(Boolean).join(' '))}`
    : ''
  terminal.out(`${localTime(fired_at)}  ${outcome}  trace ${sanitizeText(trace_id)}${why}`)
}
