import { packageLimits, slugify } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import type { NewContent, Skill } from '../../domain/skill.ts'

/** A slug is never altered: an agent could not find the skill under another name. */
export function badName(name: string): Problem {
  const made = slugify(name)
  return {
    code: 'skill.slug-invalid',
    kind: 'invalid',
    message: `${JSON.stringify(name.slice(0, 200))} cannot be the name of a skill: lower-case letters and digits, joined by single hyphens, dots or underscores.`,
    hint: made === '' ? 'Choose another name.' : `Call it "${made}", for example.`,
  }
}

/** Another skill of that name, the person's own or the organisation's, would be hidden or shadowed. */
export function nameTaken(existing: Skill): Problem {
  const where = existing.scope.kind === 'org' ? 'in the organisation' : 'of this person'
  return {
    code: 'skill.slug-taken',
    kind: 'conflict',
    message: `There is a skill named "${existing.slug}" ${where} already; nothing was created.`,
    hint: 'Change that one with update_skill, or choose another name.',
    details: { name: existing.slug, version: existing.head.number },
  }
}

export function textMissing(field: 'title' | 'description' | 'content'): Problem {
  return {
    code: 'skill.text-missing',
    kind: 'invalid',
    message: `The skill would have no ${field}, so nothing was changed.`,
    hint: `Call it again with ${field === 'content' ? 'some content; to take the whole skill away, use delete_skill' : `a ${field}`}.`,
    details: { field },
  }
}

/** A text that cannot be stored exactly is refused. */
export const textNotPreserved: Problem = {
  code: 'skill.text-unfit',
  kind: 'invalid',
  message: 'The content cannot be kept exactly as it is, so nothing was changed.',
  hint: 'It must be text without NUL, control characters or broken surrogate pairs, and must not begin with a byte order mark.',
}

export function nothingToChange(name: string): Problem {
  return {
    code: 'edit.missing-field',
    kind: 'invalid',
    message: `The call changes nothing of "${name}".`,
    hint: 'Give title, description or tags, or an operation with its fields.',
    details: { field: 'operation' },
  }
}

export function oneChangeAtATime(name: string): Problem {
  return {
    code: 'edit.one-at-a-time',
    kind: 'invalid',
    message: `"${name.slice(0, 200)}" is either edited or switched on or off in one call. Nothing was changed.`,
    hint: 'Call update_skill once with enabled alone, and once with the other fields.',
    details: { field: 'enabled' },
  }
}

export interface CurrentSkill {
  readonly skill: Skill
  readonly content: string
}

/** The later writer is shown the current text, so that no change is lost. */
export function changedSince({ skill, content }: CurrentSkill, seen: number | null): Problem {
  return {
    code: 'skill.stale',
    kind: 'stale',
    message: `"${skill.slug}" was changed by somebody else since ${seen === null ? 'you looked at it' : `version ${seen}, which you read`}; it is at version ${skill.head.number} now. Nothing was changed.`,
    hint: 'Look at the current content in the details, and make the change again on it if it is still right.',
    details: { name: skill.slug, version: skill.head.number, content },
  }
}

/** The texts of a skill before a change. */
export interface TextBefore {
  readonly description: string
  readonly body: string
}

/**
 * Why the text is refused; undefined when it is accepted. A field that was empty before may stay empty, and
 * a text over the limit may be made shorter. `before`: null for a new skill.
 */
export function skillTextProblem(
  { facts, content }: NewContent,
  body: string,
  before: TextBefore | null,
): Problem | undefined {
  const lost = (now: string, old: string | undefined) =>
    !now.trim() && (old === undefined || old.trim() !== '')
  if (content.body !== body) return textNotPreserved
  if (lost(facts.description, before?.description)) return textMissing('description')
  if (lost(body, before?.body)) return textMissing('content')
  const bytes = bytesOf(body)
  const tooLong = bytes > packageLimits.textBytes && bytes > bytesOf(before?.body ?? '')
  return tooLong ? textTooLarge(bytes) : undefined
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** An agent could not read a longer text again. */
function textTooLarge(bytes: number): Problem {
  return {
    code: 'edit.too-large',
    kind: 'too-large',
    message: `The text would have ${bytes} bytes; an agent can read ${packageLimits.textBytes} at most. Nothing was changed.`,
    hint: 'Shorten it, or split it into two skills.',
    details: { bytes, max: packageLimits.textBytes },
  }
}
