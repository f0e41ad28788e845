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

/** A skill draft of an agent. Untrusted text. */
export interface SkillDraftInput {
  /** Name of a new skill, or slug of the skill to change. */
  readonly name: string
  readonly description: string
  /** The Markdown body for the model. */
  readonly instructions: string
  readonly whenToUse?: string | undefined
  readonly allowedTools?: readonly string[] | undefined
  /** Text resource files. */
  readonly resources?: readonly { readonly path: string; readonly content: string }[] | undefined
  readonly reason?: string | undefined
}

/** Possible slugs of a name, the likeliest first: the name itself, or the slug derived from it. */
export function candidateSlugs(name: string): readonly string[] {
  const made = slugify(name)
  return [...new Set([name.trim(), made])].filter(isSlug)
}

/**
 * Composes the SKILL.md of a draft: a new text, or `current` with the description, instructions and lists of the draft.
 * Fields absent in the draft stay unchanged. Throws InvalidSkillMd.
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

/** The files of the draft merged over the files of the skill it changes. */
export function composeFiles(
  source: string,
  resources: readonly { readonly path: string; readonly content: string }[],
  { target, kept }: { readonly target: Skill | null; readonly kept: readonly PackageFile[] },
): readonly PackageFile[] {
  const skillMd = { ...skillMdFile(source), executable: hasExecutableSkillMd(target) }
  return [skillMd, ...mergeFiles(kept, resources)]
}

/** Text files written over those that are kept; a file that is replaced stays executable. */
export function mergeFiles(
  kept: readonly PackageFile[],
  written: readonly { readonly path: string; readonly content: string }[],
): readonly PackageFile[] {
  const replaced = new Map(kept.map((file) => [file.path, file]))
  const paths = new Set(written.map((file) => file.path))
  return [
    ...kept.filter((file) => !paths.has(file.path)),
    ...written.map(({ path, content }) => ({
      path,
      bytes: new TextEncoder().encode(content),
      executable: replaced.get(path)?.executable ?? false,
    })),
  ]
}

/** The open format uses one space-separated text; tools with spaces need a list. */
function toolList(tools: readonly string[]): JsonValue {
  return tools.some((tool) => /[\s,]/.test(tool)) ? [...tools] : tools.join(' ')
}
