import { ProblemError, type Skill } from '@repertoire/core'
import { type SkillUpdateBody, skillWritableFields } from '@repertoire/protocol'
import type { Caller } from '../auth/authenticate.ts'
import { toSkillBody } from '../wire/skill.ts'
import { type Application, catalogOf } from './application.ts'

/** Fields that change by themselves between a GET and a PUT. */
const volatileFields: ReadonlySet<string> = new Set([
  ...['etag', 'use_count', 'last_used_at', 'updated_at', 'diagnostics', 'unavailable', 'match'],
])

/**
 * The changes that a PUT asks for: what GET gave may be sent back, so fields with their current value change
 * nothing. Throws ProblemError `skill.read-only-field` for a read-only field with another value.
 */
export async function changedFields(
  app: Application,
  caller: Caller,
  { skill, body }: { readonly skill: Skill; readonly body: SkillUpdateBody },
): Promise<Partial<SkillUpdateBody>> {
  const current = await currentBody(app, caller, skill)
  const given = Object.entries(body).filter(([field]) => !volatileFields.has(field))
  const changed = given.filter(([field, value]) => !isSame(value, current[field]))
  const readOnly = changed
    .map(([field]) => field)
    .filter((field) => !skillWritableFields.has(field))
  if (readOnly.length > 0) throw readOnlyFields(readOnly)
  return Object.fromEntries(changed)
}

async function currentBody(
  app: Application,
  caller: Caller,
  skill: Skill,
): Promise<Readonly<Record<string, unknown>>> {
  const { tenantId, userId } = caller.principal
  const { skills } = catalogOf(app, caller).store
  const content = await skills.content(userId, skill.id, skill.head.digest)
  return content ? toSkillBody(skill, { content, diagnostics: [], tenantId }) : {}
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function readOnlyFields(fields: readonly string[]): ProblemError {
  const names = fields.join(', ')
  return new ProblemError({
    code: 'skill.read-only-field',
    kind: 'invalid',
    message: `${names} cannot be set here, and ${fields.length === 1 ? 'has' : 'have'} another value than now. Nothing was changed.`,
    hint: `Leave ${names} out, or send the value that GET gives. What the frontmatter says is changed with "content".`,
    details: { fields: [...fields] },
  })
}
