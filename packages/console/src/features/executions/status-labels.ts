import type { ExecutionBody } from '@repertoire/protocol'
import type { BadgeVariant } from '../../shared/design/badge.tsx'
import { formatBytes } from '../../shared/design/numbers.ts'

export type ExecutionStatus = ExecutionBody['status']

interface StatusLabel {
  readonly words: string
  readonly tone: BadgeVariant
}

const statuses: Record<ExecutionStatus | 'installing', StatusLabel> = {
  queued: { words: 'Waiting for a place', tone: 'neutral' },
  installing: { words: 'Installing packages', tone: 'accent' },
  running: { words: 'Running', tone: 'accent' },
  ok: { words: 'Done', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
  'timed-out': { words: 'Took too long', tone: 'bad' },
  'out-of-memory': { words: 'Ran out of memory', tone: 'bad' },
  'output-limit': { words: 'Printed too much', tone: 'bad' },
  'disk-limit': { words: 'Wrote too much', tone: 'bad' },
  'too-many-files': { words: 'Made too many files', tone: 'bad' },
  'process-limit': { words: 'Started too many processes', tone: 'bad' },
  cancelled: { words: 'Cancelled', tone: 'warn' },
  refused: { words: 'Not run', tone: 'warn' },
  interrupted: { words: 'Interrupted', tone: 'warn' },
}

/** How an execution stands, for people; of a status this page does not know, the status itself. */
export function statusLabel(status: string): StatusLabel {
  return Object.hasOwn(statuses, status)
    ? statuses[status as keyof typeof statuses]
    : { words: status, tone: 'neutral' }
}

/** Milliseconds: `14 ms`, `1.24 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 59_995) return `${(ms / 1000).toFixed(2)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** What it took: `ran 1.24 s, waited 20 ms, 800 ms of processor time, 24.0 MB of memory`. */
export function usageLabel(usage: NonNullable<ExecutionBody['usage']>): string {
  const { wall_ms: wall, queued_ms: queued, cpu_ms: cpu, peak_memory_bytes: memory } = usage
  return [
    `Ran ${formatDuration(wall)}`,
    ...(queued >= 1 ? [`waited ${formatDuration(queued)}`] : []),
    ...(cpu === null ? [] : [`${formatDuration(cpu)} of processor time`]),
    ...(memory === null ? [] : [`${formatBytes(memory)} of memory at most`]),
  ].join(', ')
}

/** The end in one sentence, for who cannot see it. */
export function endSentence(what: string, status: string, exitCode: number | null): string {
  const code = exitCode === null ? '' : `, exit code ${exitCode}`
  return `${what}: ${statusLabel(status).words.toLowerCase()}${code}.`
}
