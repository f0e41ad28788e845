import type { RuleText } from '../scan-rule.ts'
import { familyOf } from './scan-policy.ts'

/** What a list of rules says about one: its worst severity, and what it finds. */
export type KnownRule = Pick<RuleText, 'id' | 'severity'>

/** Whether a severity can be set for it: the id of a rule, or a family of rules. Pure. */
export function isKnownRule(name: string, rules: readonly KnownRule[]): boolean {
  return namesOf(rules).includes(name)
}

/** The names that were probably meant, the nearest first; empty where nothing is near. Pure. */
export function nearestRules(name: string, rules: readonly KnownRule[]): readonly string[] {
  const given = name.slice(0, maxLength)
  const far = Math.max(2, Math.floor(given.length / 3))
  return namesOf(rules)
    .map((known) => ({ known, edits: Math.min(edits(given, known), editsOfEnd(given, known)) }))
    .filter(({ edits: count }) => count <= far)
    .toSorted((one, other) => one.edits - other.edits)
    .slice(0, 3)
    .map(({ known }) => known)
}

/** Names are short: a longer one is compared by its beginning. */
const maxLength = 60

function namesOf(rules: readonly KnownRule[]): readonly string[] {
  const ids = rules.map(({ id }) => id)
  return [...ids, ...new Set(ids.map(familyOf))]
}

/** Without the family: people remember the second half. */
function editsOfEnd(given: string, known: string): number {
  return known.endsWith('*') ? Infinity : edits(endOf(given), endOf(known)) + 1
}

function endOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

/** Levenshtein's distance. */
function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
