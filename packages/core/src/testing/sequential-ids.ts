import type { IdSource } from '../ports/clock.ts'

/** `skl_000001`, `run_000002`, …: readable, ordered and deterministic. */
export function createSequentialIds(): IdSource {
  let last = 0
  const count = (): string => String(++last)
  return {
    next: (prefix) => `${prefix}_${count().padStart(6, '0')}`,
    traceId: () => count().padStart(32, '0'),
  }
}
