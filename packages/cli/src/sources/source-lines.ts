import type { SourceBody, SourceItemBody } from '@repertoire/client'
import { type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { commandHint } from '../connection/command-hints.ts'
import { addressOf } from '../connection/source-address.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { localTimeWithSeconds } from '../triggers/trigger-lines.ts'

const colours = {
  never: 'dim',
  running: 'yellow',
  ok: 'green',
  unchanged: 'green',
  partial: 'yellow',
  failed: 'red',
  cancelled: 'yellow',
} as const

/** One line: id, status, name, kind, address. */
export function printSource(terminal: Terminal, source: SourceBody): void {
  const { id, name, source_type: kind, last_sync_status: status, enabled } = source
  const state = terminal.paint(colours[status], status.padEnd(9))
  const off = enabled ? '' : '  (off)'
  const bold = terminal.paint('bold', sanitizeText(name))
  terminal.out(`${id}  ${state}  ${bold}  ${kind}  ${sanitizeText(addressOf(source))}${off}`)
  const takenOver = takenOverLine(source)
  if (takenOver) terminal.out(`  ${takenOver}`)
}

/** When another server goes on, should the one that syncs be gone; undefined where none syncs. */
export function takenOverLine({
  last_sync_status: status,
  sync_alive_until: until,
}: Pick<SourceBody, 'last_sync_status' | 'sync_alive_until'>): string | undefined {
  if (status !== 'running' || until === null) return undefined
  const at = localTimeWithSeconds(until)
  return `its server reads it; should that be gone, another one goes on after ${at}`
}

/** What the last sync did, and what people should know. */
export function printSync(terminal: Terminal, source: SourceBody): void {
  printSource(terminal, source)
  const { counts, last_sync_error: error, notices } = source
  if (counts) {
    const { total, added, changed, held, missing, failed } = counts
    terminal.out(
      `  ${total} skills: ${added} new, ${changed} changed, ${held} to review, ${missing} missing, ${failed} failed`,
    )
  }
  if (error) terminal.out(`  ${terminal.paint('red', 'error')} ${sanitizeText(error.message)}`)
  const hint = error && commandHint(error)
  if (hint) terminal.out(`  ${sanitizeText(hint)}`)
  for (const { message } of notices) terminal.out(`  notice: ${sanitizeText(message)}`)
}

/** The same, its settings, and what cannot be read. */
export function printStatus(
  terminal: Terminal,
  { source, items }: { readonly source: SourceBody; readonly items: readonly SourceItemBody[] },
): void {
  printSync(terminal, source)
  const { config, review_policy: policy, has_token: hasToken } = source
  const interval = `every ${config.sync_interval_minutes} minutes`
  terminal.out(`  synced: ${config.sync_policy === 'auto' ? interval : 'by hand'}`)
  terminal.out(`  last: ${source.last_sync_at ?? 'never'}, next: ${source.next_sync_at ?? 'none'}`)
  terminal.out(`  version: ${sanitizeText(source.source_version ?? 'none')}`)
  const { minimum_update_age_days: days } = source
  const age = days === null ? '' : ` after ${days} days`
  terminal.out(`  review: ${policy}${age}, token: ${hasToken ? 'yes' : 'no'}`)
  for (const item of items) {
    if (item.problem) {
      terminal.out(`  failed ${sanitizeText(item.path)}: ${sanitizeText(item.problem.message)}`)
    } else if (item.state === 'missing') {
      terminal.out(`  missing ${sanitizeText(item.path)}: its skill stays`)
    } else if (item.edited_here) {
      terminal.out(`  edited here ${sanitizeText(item.path)}: its updates wait`)
    }
  }
}

/** Whether a sync left something that somebody has to look at. */
export function codeOfSync({ last_sync_status: status }: SourceBody): ExitCode {
  if (status === 'cancelled') return exitCodes.interrupted
  return status === 'ok' || status === 'unchanged' ? exitCodes.ok : exitCodes.negative
}
