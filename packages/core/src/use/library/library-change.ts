import type { JsonObject } from '../../base/json.ts'
import { oneLine } from '../../base/text/neutralise.ts'
import type { SkillChangeAction, SkillChangeSubject } from '../../domain/approval.ts'
import type { NewContent, Skill } from '../../domain/skill.ts'
import type { AssessedImport } from '../../ingest/checks/check-package.ts'
import { subjectOriginOf } from '../session/active-skill.ts'
import { titleOf } from './skill-shape.ts'

interface ChangedContent {
  readonly arrival: NewContent
  /** What a person has to see first; null where nothing is. */
  readonly judged: AssessedImport | null
}

/** One change of the library by an agent, based on the current skill. */
export type LibraryChange =
  | ({ readonly action: 'create' } & ChangedContent)
  | ({
      readonly action: 'update'
      readonly target: Skill
      readonly before: string
    } & ChangedContent)
  | {
      readonly action: 'delete' | 'enable' | 'disable'
      readonly target: Skill
      readonly before: string
    }

/** The subject of the approval request, bound to both digests and their texts. */
export function subjectOf(change: LibraryChange): SkillChangeSubject {
  const target = change.action === 'create' ? null : change.target
  const arrival = 'arrival' in change ? change.arrival : null
  const { slug, scope } = target ?? (arrival as NewContent)
  return {
    action: change.action,
    slug,
    name: oneLine(titleOf(arrival?.facts ?? (target as Skill).head)) || slug,
    scope: scope.kind,
    skillId: target?.id ?? null,
    version: target?.head.number ?? null,
    baseDigest: target?.head.digest ?? null,
    before: change.action === 'create' ? null : change.before,
    digest: arrival?.facts.digest ?? null,
    source: arrival?.content.source ?? null,
    ...(target && { origin: subjectOriginOf(target) }),
    ...('judged' in change && change.judged && { found: change.judged.needs.findings }),
  }
}

/** The document's result for a completed change. */
export function reportOf(
  action: SkillChangeAction,
  { slug, number }: { readonly slug: string; readonly number: number },
): JsonObject {
  switch (action) {
    case 'create':
    case 'update':
      return { name: slug, version: number }
    case 'delete':
      return { deleted: true }
    case 'enable':
    case 'disable':
      return { name: slug, enabled: action === 'enable' }
  }
}
