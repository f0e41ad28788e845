import {
  editSkillMd,
  isSlug,
  type JsonValue,
  type LoadResult,
  loadSkillMd,
} from '@repertoire/skill-md'

/** The fields of a SKILL.md that the form shows; the text stays the truth. */
export interface FormFields {
  readonly name: string
  /** Empty when the file leaves it to its name. */
  readonly slug: string
  readonly description: string
  readonly tags: readonly string[]
}

/** What the form shows for a text. Null when it cannot be read: the form waits until it can. */
export function readForm(result: LoadResult): FormFields | null {
  if (!result.ok) return null
  const { fields, frontmatter } = result.document
  const { name = '', description, tags } = fields
  const slug = typeof frontmatter.slug === 'string' ? frontmatter.slug : (fields.slug ?? '')
  return { name, slug, description, tags }
}

/** The text after one field was changed in the form; every other byte stays. */
export function writeField<Key extends keyof FormFields>(
  source: string,
  key: Key,
  value: FormFields[Key],
): string {
  const empty = value.length === 0
  const written: JsonValue | null = empty ? null : typeof value === 'string' ? value : [...value]
  if (key === 'tags') return writeTags(source, written)
  return editSkillMd(source, { frontmatter: { [key]: written } })
}

/** Tags stay where the file keeps them: at the top, or inside `metadata`. */
function writeTags(source: string, tags: JsonValue | null): string {
  const loaded = loadSkillMd(source)
  const frontmatter = loaded.ok ? loaded.document.frontmatter : {}
  const { metadata } = frontmatter
  const nested =
    typeof metadata === 'object' &&
    metadata !== null &&
    !Array.isArray(metadata) &&
    Object.hasOwn(metadata, 'tags')
  if (!nested || Object.hasOwn(frontmatter, 'tags'))
    return editSkillMd(source, { frontmatter: { tags } })
  const { tags: _, ...rest } = metadata
  return editSkillMd(source, {
    frontmatter: { metadata: tags === null ? rest : { ...rest, tags } },
  })
}

/** `a, b , ,c` → `a`, `b`, `c`, each once. */
export function splitTags(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ]
}

/** Why a slug cannot be used; undefined when it can, or when it is left to the name. */
export function slugProblem(slug: string): string | undefined {
  if (slug === '' || isSlug(slug)) return undefined
  return 'Lower-case letters and digits, joined by single . _ or - (at most 100). Until then the name gives the slug.'
}

/** What is wrong with the name of a new skill; undefined when nothing is. */
export function nameProblem(name: string): string | undefined {
  return name === newName ? 'This is still the name of the template.' : undefined
}

/**
 * What is wrong with the description of a text; undefined when nothing is, or nothing was written yet and nobody
 * tried to create it.
 */
export function descriptionProblem(
  source: string,
  description: string,
  tried = false,
): string | undefined {
  if (source === newSkillText && !tried) return undefined
  if (description === '') return 'Without a description the agent never finds this skill.'
  if (description !== newDescription) return undefined
  return 'This is still the text of the template: agents would go by it.'
}

const newName = 'my-skill'
const newDescription = 'What it helps with, and when the agent should use it.'

/** Where a new skill begins. */
export const newSkillText = `---
name: ${newName}
description: ${newDescription}
tags: []
---

# My skill

When asked to …, work through these steps:

1. …
`
