import type { TriggerBody, TriggerFiringBody, TriggerListItem, TriggerTimes } from '@repertoire/client'
import { plainText } from '../terminal/plain-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** `2026-11-23 07:00` by the clock of whoever reads it. */
export function localTime(at: string | null): string {
  if (at === null) return '–'
  const time = new Date(at)
  const pair = (value: number) => String(value).padStart(2, '0')
  const day = [time.getFullYear(), pair(time.getMonth() + 1), pair(time.getDate())].join('-')
  return `${day} ${pair(time.getHours())}:${pair(time.getMinutes())}`
}

/** A line a signal. `names`: of the people whose they are, by id; a column of them when it is given. */
export function printTriggers(
  terminal: Terminal,
  triggers: readonly TriggerListItem[],
  names?: ReadonlyMap<string, string>,
): void {
  const owner = ({ user_id }: TriggerListItem) => [plainText(names?.get(user_id) ?? user_id)]
  const head = ['name', ...(names ? ['owner'] : []), 'state', 'starts', 'next', 'last', 'id']
  const rows = triggers.map((trigger) => [
    plainText(trigger.name),
    ...(names ? owner(trigger) : []),
    stateOf(trigger),
    plainText(startOf(trigger)),
    localTime(trigger.next_at),
    lastOf(trigger),
    plainText(trigger.id),
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

/** How it went, in a word. */
function outcomeOf({ outcome, run_status }: TriggerFiringBody): string {
  return outcome === 'skipped' ? 'skipped' : (run_status ?? 'deleted')
}

/** Everything about one; `times` of a schedule. */
export function printTrigger(terminal: Terminal, trigger: TriggerBody, times?: TriggerTimes): void {
  const { trigger: start, asset, note } = trigger
  const said = (label: string, text: string | null | undefined) => {
    if (text) terminal.out(`${terminal.paint('dim', `${label}:`.padEnd(14))}${plainText(text)}`)
  }
  terminal.out(`${terminal.paint('bold', plainText(trigger.name))}  ${stateOf(trigger)}`)
  said('id', trigger.id)
  said('starts', startOf(trigger))
  if (start.kind === 'cron') said('missed times', start.missed)
  said('person', trigger.user_id)
  said('agent', trigger.agent_id)
  said('message', trigger.message)
  said('severity', trigger.severity)
  said('asset', asset && `${asset.symbol} (${asset.asset_class})`)
  said('loads first', trigger.preload_skills.join(', '))
  said('stages', trigger.suggested_stages.join(', '))
  said('conversation', trigger.conversation === 'kept' ? 'one for all turns' : 'new every turn')
  said('most an hour', String(trigger.most_per_hour))
  said('scripts', trigger.scripts_allowed ? 'allowed' : null)
  said('stopped', note && [note.message, note.hint ?? ''].join(' ').trim())
  if (times) printTimes(terminal, times)
}

/** What a schedule says, and when it comes next. */
export function printTimes(terminal: Terminal, { words, times }: TriggerTimes): void {
  if (words) terminal.out(plainText(words))
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  terminal.out(`Next times, here (${timeZone}):`)
  for (const at of times) terminal.out(`  ${localTime(at)}`)
}

const colours = { skipped: 'yellow', failed: 'red', cancelled: 'yellow' } as const

/** A line a firing. */
export function printFiring(terminal: Terminal, firing: TriggerFiringBody): void {
  const { fired_at, trace_id, problem } = firing
  const word = outcomeOf(firing)
  const colour = colours[word as keyof typeof colours] ?? 'green'
  const outcome = terminal.paint(colour, word.padEnd(9))
  const why = problem ? `  ${plainText(problem.message)}` : ''
  terminal.out(`${localTime(fired_at)}  ${outcome}  trace ${plainText(trace_id)}${why}`)
}
