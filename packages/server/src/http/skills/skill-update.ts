import type { Skill } from '@repertoire/core/domain'
import { type SkillUpdateBody, skillUpdateSchema } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import { changedFields } from '../base/changed-fields.ts'
import { toSkillBody } from '../wire/skill.ts'

/** Fields that change by themselves between a GET and a PUT. */
const volatile = [
  ...['etag', 'use_count', 'last_used_at', 'updated_at', 'diagnostics', 'unavailable', 'match'],
]

/** The changes of a skill that a PUT asks for. Throws ProblemError `skill.read-only-field`. */
export async function changedSkillFields(
  app: Application,
  caller: Caller,
  { skill, body }: { readonly skill: Skill; readonly body: SkillUpdateBody },
): Promise<Partial<SkillUpdateBody>> {
  const { tenantId, userId } = caller.principal
  const { skills } = catalogOf(app, caller).store
  const content = await skills.content(userId, skill.id, skill.head.digest)
  return changedFields({
    ...{ resource: 'skill', update: skillUpdateSchema, body, volatile },
    current: content ? toSkillBody(skill, { content, diagnostics: [], tenantId }) : {},
    hint: 'What the frontmatter says is changed with "content".',
  })
}
