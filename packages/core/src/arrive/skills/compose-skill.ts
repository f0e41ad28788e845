import {
  editSkillMd,
  isSlug,
  type JsonValue,
  serialiseSkillMd,
  slugify,
} from '@repertoire/skill-md'
import type { PackageFile, Skill } from '../../domain/skill.ts'
import { hasExecutableSkillMd } from '../../keep/skills/package-files.ts'
import { skillMdFile } from './create-skill.ts'

/** A skill as an agent writes it down (D5). Untrusted text. */
export interface SkillDraftInput {
  /** Of a new skill, or the slug of the one to change. */
  readonly name: string
  readonly description: string
  /** The Markdown the model is to get. */
  readonly instructions: string
  readonly whenToUse?: string | undefined
  readonly allowedTools?: readonly string[] | undefined
  /** Text files beside SKILL.md. */
  readonly resources?: readonly { readonly path: string; readonly content: string }[] | undefined
  readonly reason?: string | undefined
}

/** The slugs a name may mean, the likeliest first: the slug itself, or the one made from the name. */
export function candidateSlugs(name: string): readonly string[] {
  const made = slugify(name)
  return [...new Set([name.trim(), made])].filter(isSlug)
}

/**
 * SKILL.md of a draft: a new text, or `current` with the draft's description, instructions and lists in
 * place and everything else as it was. What a draft does not say is left alone. Throws UnreadableSkillMd.
 */
export function composeSkillMd(draft: SkillDraftInput, current: string | null): string {
  const fields = {
    description: draft.description,
    ...(draft.whenToUse !== undefined && { when_to_use: draft.whenToUse }),
    ...(draft.allowedTools !== undefined && { 'allowed-tools': toolList(draft.allowedTools) }),
  }
  const body = `${draft.instructions.trim()}\n`
  if (current !== null) return editSkillMd(current, { frontmatter: fields, body })
  return serialiseSkillMd({ frontmatter: { name: slugify(draft.name), ...fields }, body })
}

/** The draft's files over those of the skill it changes: `kept`, and what SKILL.md is there. */
export function composeFiles(
  source: string,
  resources: readonly { readonly path: string; readonly content: string }[],
  { target, kept }: { readonly target: Skill | null; readonly kept: readonly PackageFile[] },
): readonly PackageFile[] {
  const replaced = new Map(kept.map((file) => [file.path, file]))
  const written = resources.map(({ path, content }) => ({
    path,
    bytes: new TextEncoder().encode(content),
    executable: replaced.get(path)?.executable ?? false,
  }))
  const paths = new Set(written.map((file) => file.path))
  const skillMd = { ...skillMdFile(source), executable: hasExecutableSkillMd(target) }
  return [skillMd, ...kept.filter((file) => !paths.has(file.path)), ...written]
}

/** The open format wants one text with spaces; a tool written with one needs the list. */
function toolList(tools: readonly string[]): JsonValue {
  return tools.some((tool) => /[\s,]/.test(tool)) ? [...tools] : tools.join(' ')
}
