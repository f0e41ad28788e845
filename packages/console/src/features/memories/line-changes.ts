export interface LineChange {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Lines of the one times lines of the other at most, before it is told as all removed and all added. */
const maxDiffWork = 250_000

/** Two texts line by line: what stayed, and what was removed before what was added. */
export function lineChanges(before: string, after: string): readonly LineChange[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  let first = 0
  while (first < old.length && first < fresh.length && old[first] === fresh[first]) first += 1
  let last = 0
  while (
    last < Math.min(old.length, fresh.length) - first &&
    old.at(-1 - last) === fresh.at(-1 - last)
  ) {
    last += 1
  }
  const middle = changesOf(
    old.slice(first, old.length - last),
    fresh.slice(first, fresh.length - last),
  )
  return [
    ...linesAs('same', old.slice(0, first)),
    ...middle,
    ...linesAs('same', old.slice(old.length - last)),
  ]
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
}

function linesAs(kind: LineChange['kind'], lines: readonly string[]): LineChange[] {
  return lines.map((text) => ({ kind, text }))
}

function changesOf(old: readonly string[], fresh: readonly string[]): LineChange[] {
  if (old.length * fresh.length > maxDiffWork) {
    return [...linesAs('removed', old), ...linesAs('added', fresh)]
  }
  const kept = longestCommonSubsequence(old, fresh)
  const changes: LineChange[] = []
  let [from, to] = [0, 0]
  while (from < old.length || to < fresh.length) {
    const [line, other] = [old[from], fresh[to]]
    if (line !== undefined && line === other) {
      changes.push({ kind: 'same', text: line })
      from += 1
      to += 1
    } else if (
      line !== undefined &&
      keptBehind(kept, from + 1, to) >= keptBehind(kept, from, to + 1)
    ) {
      changes.push({ kind: 'removed', text: line })
      from += 1
    } else {
      changes.push({ kind: 'added', text: other ?? '' })
      to += 1
    }
  }
  return changes
}

type Kept = readonly (readonly number[])[]

/** How many lines both texts still have in common from these lines on; past an end less than none. */
function keptBehind(kept: Kept, from: number, to: number): number {
  return kept[from]?.[to] ?? -1
}

function longestCommonSubsequence(old: readonly string[], fresh: readonly string[]): Kept {
  const kept = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(fresh.length + 1).fill(0),
  )
  for (let from = old.length - 1; from >= 0; from -= 1) {
    const [row, below] = [kept[from] ?? [], kept[from + 1] ?? []]
    for (let to = fresh.length - 1; to >= 0; to -= 1) {
      row[to] =
        old[from] === fresh[to]
          ? (below[to + 1] ?? 0) + 1
          : Math.max(below[to] ?? 0, row[to + 1] ?? 0)
    }
  }
  return kept
}
