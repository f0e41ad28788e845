import type { Timestamp } from '@repertoire/core/base'

/** RFC 3339 in UTC, like every time of the API. */
export function wireTime(at: Timestamp): string {
  return new Date(at).toISOString()
}

export function wireTimeOrNull(at: Timestamp | null): string | null {
  return at === null ? null : wireTime(at)
}

export function timeOf(text: string | undefined): Timestamp | undefined {
  return text === undefined ? undefined : Date.parse(text)
}
