import { defaultRouting, type SkillRouting } from '../../routing/skill-routing.ts'

/** 0 for a skill that no model is offered, 1 for one without routing fields, as most are. */
export function writeRouting(routing: SkillRouting | null): unknown {
  if (routing === null) return 0
  return routing === defaultRouting ? 1 : routing
}

/** Undefined for what is none of {@link writeRouting}. */
export function readRouting(value: unknown): SkillRouting | null | undefined {
  if (value === 0) return null
  if (value === 1) return defaultRouting
  return hasShapeOf(value, defaultRouting) ? (value as SkillRouting) : undefined
}

/** `like` has numbers, texts, lists of texts, and records of these. */
function hasShapeOf(value: unknown, like: unknown): boolean {
  if (Array.isArray(like))
    return Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (typeof like !== 'object' || like === null) return typeof value === typeof like
  if (typeof value !== 'object' || value === null) return false
  const given: Record<string, unknown> = { ...value }
  return Object.entries(like).every(([name, field]) => hasShapeOf(given[name], field))
}
