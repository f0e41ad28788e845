import type { SkillId } from '../../base/ids.ts'

/** The stored fields of an indexed skill; its other routing fields are only in the index structures. */
export interface RoutingSkill {
  readonly id: SkillId
  readonly slug: string
  readonly priority: number
  readonly coActivate: readonly string[]
}

/** By priority, then slug, then id: deterministic on every machine. */
export function comesBefore(a: RoutingSkill, b: RoutingSkill): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority
  if (a.slug !== b.slug) return a.slug < b.slug
  return a.id < b.id
}
