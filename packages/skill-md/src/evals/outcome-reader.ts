import type { Finding } from '../base/diagnostic.ts'
import type { JsonRecord } from './outcome-test-set.ts'

/** The findings of a file that is being read, and where its values begin. */
export interface OutcomeReader {
  readonly findings: Finding[]
  readonly offsets: ReadonlyMap<string, number>
}

/** Reports the value at a path, or the next one around it. */
export function reportAt(
  { findings, offsets }: OutcomeReader,
  path: string,
  [code, message]: readonly [code: string, message: string],
): void {
  let at = path
  while (at !== '' && !offsets.has(at)) at = at.slice(0, at.lastIndexOf('/'))
  findings.push({ code, severity: 'error', offset: offsets.get(at) ?? 0, message })
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
