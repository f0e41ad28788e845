/**
 * A lock in parts, one for each source and commit, so that each request reads one place. A text that is no lock is
 * one part: the server says what is wrong with it. Pure.
 */
export function lockParts(text: string): readonly string[] {
  const entries = entriesOf(text)
  if (!entries) return [text]
  const parts = new Map<string, unknown[]>()
  for (const entry of entries) {
    const { kind, source, commit } = (entry ?? {}) as Record<string, unknown>
    const place = JSON.stringify([kind, source, commit])
    parts.set(place, [...(parts.get(place) ?? []), entry])
  }
  return [...parts.values()].map((skills) => JSON.stringify({ version: 1, skills }))
}

/** Whether a text looks like a lock, so that a new one may replace it. */
export function isLock(text: string): boolean {
  return entriesOf(text) !== undefined
}

function entriesOf(text: string): readonly unknown[] | undefined {
  try {
    const lock = JSON.parse(text)
    return lock?.version === 1 && Array.isArray(lock.skills) ? lock.skills : undefined
  } catch {
    return undefined
  }
}
