import { readSkillFields, type SkillFields } from '@repertoire/skill-md'
import type { JsonObject } from '../base/json.ts'
import type { RevisionFacts } from './skill.ts'

/** By frontmatter, which never changes: a turn asks for the fields of the same revisions many times. */
const known = new WeakMap<JsonObject, { readonly fields: SkillFields; readonly sidecar: unknown }>()

/** The typed fields of a revision, from its stored frontmatter and sidecar. Pure. */
export function skillFieldsOf({
  frontmatter,
  sidecar,
}: Pick<RevisionFacts, 'frontmatter' | 'sidecar'>): SkillFields {
  const before = known.get(frontmatter)
  if (before && before.sidecar === sidecar) return before.fields
  const fields = readSkillFields(frontmatter, sidecar ?? undefined)
  known.set(frontmatter, { fields, sidecar })
  return fields
}
