import type { ToolCall } from '../../domain/events.ts'

/** What tools call the field for the skill that they are about. Documents name it differently, a tool each. */
export const skillFields = ['skill_slug', 'skill_name', 'name', 'slug'] as const

export type SkillField = (typeof skillFields)[number]

/**
 * The call with its skill in the field of the tool's schema, where it has it in one field of another tool and not in its
 * own. Two such fields could name two skills, so then the call stays, and is refused. Pure.
 */
export function withSkillField(call: ToolCall, own: SkillField | undefined): ToolCall {
  const { input } = call
  if (own === undefined || input === null || typeof input !== 'object' || Array.isArray(input))
    return call
  const isGiven = (field: string) => Object.hasOwn(input, field) && input[field] !== null
  const given = skillFields.filter(isGiven)
  const [only] = given
  if (given.length !== 1 || only === undefined || only === own) return call
  const others = Object.entries(input).filter(([field]) => field !== only && field !== own)
  return { ...call, input: Object.fromEntries([...others, [own, input[only] ?? null]]) }
}
