import type { JsonObject } from '../base/json.ts'
import { emitEntry } from '../frontmatter/emit-yaml.ts'

/**
 * Serialises a new SKILL.md: keys in the given order, block style, `\n` line endings, then the unchanged body.
 * Loading the result gives the same frontmatter and body.
 */
export function serialiseSkillMd(input: { frontmatter: JsonObject; body: string }): string {
  return frontmatterBlock(input.frontmatter, '\n') + input.body
}

/** The frontmatter with both fence lines. */
export function frontmatterBlock(frontmatter: JsonObject, lineEnding: string): string {
  const entries = Object.keys(frontmatter)
    .map((key) => emitEntry(key, frontmatter[key] ?? null, { indent: 0, lineEnding }))
    .join('')
  return `---${lineEnding}${entries}---${lineEnding}`
}
