import { packageLimits, slugify } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import type { Skill, SkillArrival } from '../../domain/skill.ts'

/** A slug is taken as it is or not at all: another one than was asked for could not be found again. */
export function badName(name: string): Problem {
  const made = slugify(name)
  return {
    code: 'skill.slug-invalid',
    kind: 'invalid',
    message: `${JSON.stringify(name.slice(0, 200))} cannot be the name of a skill: lower-case letters and digits, joined by single hyphens, dots or underscores.`,
    hint: made === '' ? 'Choose another name.' : `Call it "${made}", for example.`,
  }
}

/** Another of that name, the person's own or the organisation's, would be hidden or shadowed. */
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

/** What cannot be kept as it was written is not kept otherwise. */
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
    message: `Nothing was said that would change "${name}".`,
    hint: 'Give title, description or tags, or an operation with its fields.',
    details: { field: 'operation' },
  }
}

export interface CurrentSkill {
  readonly skill: Skill
  readonly content: string
}

/** B3: the one who comes second is shown what stands there now, so that nothing is lost. */
export function changedSince({ skill, content }: CurrentSkill, seen: number | null): Problem {
  return {
    code: 'skill.stale',
    kind: 'stale',
    message: `"${skill.slug}" was changed by somebody else since ${seen === null ? 'you looked at it' : `version ${seen}, which you read`}; it is at version ${skill.head.number} now. Nothing was changed.`,
    hint: 'Look at the current content in the details, and make the change again on it if it is still right.',
    details: { name: skill.slug, version: skill.head.number, content },
  }
}

/** What a skill said before a change. */
export interface TextBefore {
  readonly description: string
  readonly body: string
}

/**
 * Why the text is not taken; undefined when it is. What a skill lacked before it may go on to lack, and what was
 * too long for an agent before may be made shorter. `before`: null for a new skill.
 */
export function skillTextProblem(
  { facts, content }: SkillArrival,
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

/** Who writes what nobody can read has lost it. */
function textTooLarge(bytes: number): Problem {
  return {
    code: 'edit.too-large',
    kind: 'too-large',
    message: `The text would have ${bytes} bytes; an agent can read ${packageLimits.textBytes} at most. Nothing was changed.`,
    hint: 'Say it shorter, or make two skills of it.',
    details: { bytes, max: packageLimits.textBytes },
  }
}
