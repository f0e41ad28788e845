import type { Skill } from '../../domain/skill.ts'

/** UTF-16 units: less than any model reads at once. */
export const MAX_EMBEDDED_LENGTH = 2_000

/** What of a skill is sent to the model: what it says it is for, never its body. */
export function embeddedText({ head }: Pick<Skill, 'head'>): string {
  const { name, description, whenToUse, tags } = head
  return [name, description, whenToUse, tags.join(', ')]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, MAX_EMBEDDED_LENGTH)
}
