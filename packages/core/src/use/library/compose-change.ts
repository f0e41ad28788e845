import {
  countCharacters,
  editSkillMd,
  InvalidSkillMd,
  isSlug,
  serialiseSkillMd,
} from '@repertoire/skill-md'
import { ProblemError, throwIf } from '../../base/errors.ts'
import type { UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { applyEdit, type EditInput, maxEditedTextLength } from '../../base/text/edit-text.ts'
import type { NewContent, PackageFile, RevisionContent, Skill } from '../../domain/skill.ts'
import { skillFieldsOf } from '../../domain/skill-fields.ts'
import { type IngestOverrides, ingestPackage } from '../../ingest/packages/ingest-package.ts'
import { invalidSkillMd } from '../../ingest/packages/package-problems.ts'
import { agentOrigin } from '../../ingest/proposals/create-proposal.ts'
import { requireIngested, skillMdFile } from '../../ingest/skills/create-skill.ts'
import { badName, skillTextProblem, type TextBefore, textMissing } from './library-problems.ts'

/** A skill as an agent creates it. Untrusted text. */
export interface NewSkillInput {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly content: string
  readonly tags: readonly string[]
}

/** The changes of a skill by an agent; absent fields stay. */
export interface SkillEditInput {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly edit?: EditInput | undefined
}

/** The person the agent writes for. */
export interface Writer {
  readonly person: UserId
  readonly sha256: Sha256
}

/**
 * Composes a new skill of the person. Throws ProblemError `skill.slug-invalid`, `skill.text-missing`,
 * `skill.text-unfit`, `edit.too-large` and the problems of {@link ingestPackage}.
 */
export function composeNewSkill(input: NewSkillInput, { person, sha256 }: Writer): NewContent {
  const { name: slug, title, description, tags } = input
  if (!isSlug(slug)) throw new ProblemError(badName(slug))
  if (!title.trim()) throw new ProblemError(textMissing('title'))
  const body = applyEdit('', { operation: 'replace', content: input.content })
  const frontmatter = { name: title, description, ...(tags.length > 0 && { tags: [...tags] }) }
  const outcome = ingestPackage(
    {
      files: [skillMdFile(serialiseSkillMd({ frontmatter, body }))],
      scope: { kind: 'user', userId: person },
      origin: agentOrigin,
      author: person,
      overrides: { slug },
      reason: 'Written by an agent',
    },
    sha256,
  )
  return checkText(requireIngested(outcome), body, null)
}

export interface SkillWithFiles {
  readonly skill: Skill
  readonly content: RevisionContent
  /** Every file except SKILL.md. */
  readonly otherFiles: readonly PackageFile[]
}

/**
 * Composes the next revision of a skill: its body is edited, the given fields are replaced, every other
 * byte stays. Scope, origin and slug stay. Throws like {@link composeNewSkill}, and the problems of {@link
 * applyEdit}.
 */
export function composeChangedSkill(
  { skill, content, otherFiles }: SkillWithFiles,
  input: SkillEditInput,
  { person, sha256 }: Writer,
): NewContent {
  if (input.title !== undefined && !input.title.trim()) throw new ProblemError(textMissing('title'))
  // A body over the limit may be edited, but not grow further.
  const maxLength = Math.max(maxEditedTextLength, countCharacters(content.body))
  const body = input.edit ? applyEdit(content.body, input.edit, maxLength) : content.body
  const source = rewriteSource(skill, content.source, { ...input, body })
  const { executable = false } = skill.head.manifest.find(({ path }) => path === 'SKILL.md') ?? {}
  const outcome = ingestPackage(
    {
      files: [...otherFiles, { ...skillMdFile(source), executable }],
      folderName: skill.slug,
      scope: skill.scope,
      origin: skill.origin,
      author: person,
      overrides: overridesOf(skill, input),
      reason: `Changed by an agent (${input.edit?.operation ?? 'title, description or tags'})`,
    },
    sha256,
  )
  const before = { description: skill.head.description, body: content.body }
  return { ...checkText(requireIngested(outcome), body, before), slug: skill.slug }
}

/** A `title` field beside `name` is replaced in place. */
function rewriteSource(
  { head }: Skill,
  source: string,
  { title, body }: SkillEditInput & { readonly body: string },
): string {
  const otherFiles = title !== undefined && skillFieldsOf(head).title !== undefined
  try {
    return editSkillMd(source, { ...(otherFiles && { frontmatter: { title } }), body })
  } catch (error) {
    if (!(error instanceof InvalidSkillMd)) throw error
    throw new ProblemError(invalidSkillMd(error.diagnostics))
  }
}

function overridesOf(
  { slug, head }: Skill,
  { title, description, tags }: SkillEditInput,
): IngestOverrides {
  if (title === undefined || skillFieldsOf(head).title !== undefined) return { description, tags }
  return { slug, name: title, description, tags }
}

function checkText(arrival: NewContent, body: string, before: TextBefore | null): NewContent {
  throwIf(skillTextProblem(arrival, body, before))
  return arrival
}
