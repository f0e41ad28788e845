import type { Timestamp } from '../base/ids.ts'

export interface Clock {
  now(): Timestamp
}

/** Fresh unguessable identifiers; `prefix` makes them readable in logs (`skl_…`, `run_…`). */
export interface IdSource {
  next(prefix: string): string
  /** 32 hex digits. */
  traceId(): string
}
