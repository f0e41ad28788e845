import type { SkillId } from '../ids.ts'
import type { SkillRouting } from './skill-routing.ts'

/** A skill as the router knows it. */
export interface RoutableSkill {
  readonly id: SkillId
  readonly slug: string
  readonly routing: SkillRouting
}

/** By priority, then by slug, then by id: one order on every machine. */
export function comesBefore(a: RoutableSkill, b: RoutableSkill): boolean {
  if (a.routing.priority !== b.routing.priority) return a.routing.priority < b.routing.priority
  if (a.slug !== b.slug) return a.slug < b.slug
  return a.id < b.id
}
