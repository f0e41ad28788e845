import { isProblemError } from '../../base/errors.ts'
import type { SkillId, Timestamp, TraceId, UserId } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { TenantStore } from '../../ports/store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A skill the curator put away, or would. */
export interface IdleSkill {
  readonly skill: Skill
  /** Whole days since it was last used or changed. */
  readonly idleDays: number
}

/**
 * What the curator goes by (D9): of skills an agent made, those in the library that nobody used or changed
 * for `afterDays`; 0 is never. What people wrote or brought in is none of its business.
 */
export function idleSkills(
  skills: readonly Skill[],
  { afterDays, now }: { readonly afterDays: number; readonly now: Timestamp },
): readonly IdleSkill[] {
  if (afterDays <= 0) return []
  return skills
    .filter((skill) => skill.origin.provenance === 'agent')
    .filter((skill) => skill.archivedAt === null && skill.enabled)
    .map((skill) => ({ skill, idleDays: Math.floor((now - lastTouchedAt(skill)) / dayMs) }))
    .filter(({ idleDays }) => idleDays >= afterDays)
}

function lastTouchedAt({ lastUsedAt, updatedAt }: Skill): Timestamp {
  return Math.max(lastUsedAt ?? updatedAt, updatedAt)
}

export interface CuratorDeps {
  readonly store: TenantStore
  readonly clock: Clock
  readonly ids: IdSource
}

/** Skills looked at together. */
const pageSize = 200

/**
 * One walk over an organisation's agent-made skills. Archives what is idle, says so in the audit log under
 * `sweep`, and gives what it archived; with `dryRun` it only looks. Of several sweeps at once one archives a
 * skill: each goes by the version it saw.
 */
export async function sweepSkills(
  deps: CuratorDeps,
  { sweep, dryRun = false }: { readonly sweep: TraceId; readonly dryRun?: boolean },
): Promise<readonly IdleSkill[]> {
  const { settings } = await deps.store.settings.get()
  const afterDays = settings.archiveAgentSkillsAfterDays
  if (afterDays <= 0) return []
  const found: IdleSkill[] = []
  let after: SkillId | null = null
  for (;;) {
    const page: readonly Skill[] = await deps.store.skills.madeBy('agent', after, pageSize)
    after = page.at(-1)?.id ?? null
    if (after === null) return found
    for (const idle of idleSkills(page, { afterDays, now: deps.clock.now() })) {
      const done = dryRun ? idle : await archive(deps, idle.skill, { afterDays, sweep })
      if (done) found.push(done)
    }
  }
}

/** Null when the skill was used, changed or removed since it was read. */
async function archive(
  deps: CuratorDeps,
  { id, scope, createdBy }: Skill,
  { afterDays, sweep }: { readonly afterDays: number; readonly sweep: TraceId },
): Promise<IdleSkill | null> {
  const { skills } = deps.store
  const viewer: UserId = scope.kind === 'user' ? scope.userId : createdBy
  const fresh = await skills.get(viewer, id)
  const [idle] = fresh ? idleSkills([fresh], { afterDays, now: deps.clock.now() }) : []
  if (!idle) return null
  try {
    const skill = await skills.update(viewer, id, { archived: true }, idle.skill.version)
    await record(deps, { skill, idleDays: idle.idleDays }, { afterDays, sweep })
    return { skill, idleDays: idle.idleDays }
  } catch (error) {
    if (isProblemError(error) && staleCodes.includes(error.problem.code)) return null
    throw error
  }
}

const staleCodes = ['skill.stale', 'skill.not-found']

async function record(
  { store, clock, ids }: CuratorDeps,
  { skill, idleDays }: IdleSkill,
  { afterDays, sweep }: { readonly afterDays: number; readonly sweep: TraceId },
): Promise<void> {
  const { id, slug, scope, head } = skill
  const why = { by: 'curator', idle_days: idleDays, after_days: afterDays }
  await store.audit.append([
    {
      id: ids.next('aud'),
      at: clock.now(),
      actor: null,
      action: 'skill-archived',
      target: id,
      traceId: sweep,
      details: { slug, name: head.name, scope: scope.kind, digest: head.digest, ...why },
    },
  ])
}
