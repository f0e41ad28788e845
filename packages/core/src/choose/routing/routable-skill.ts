import type { SkillId } from '../../base/ids.ts'

/** What is kept of every skill that may be offered; the rest of what it says is in the lists of the index. */
export interface RoutableSkill {
  readonly id: SkillId
  readonly slug: string
  readonly priority: number
  readonly coActivate: readonly string[]
}

/** By priority, then by slug, then by id: one order on every machine. */
export function comesBefore(a: RoutableSkill, b: RoutableSkill): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority
  if (a.slug !== b.slug) return a.slug < b.slug
  return a.id < b.id
}
