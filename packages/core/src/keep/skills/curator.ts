import { isProblemError } from '../../base/errors.ts'
import type { SkillId, Timestamp, TraceId, UserId } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { TenantStore } from '../../ports/store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A skill that the curator archived, or would archive. */
export interface IdleSkill {
  readonly skill: Skill
  /** Whole days since the last use or change. */
  readonly idleDays: number
}

/**
 * The rule of the curator: skills made by agents that are enabled and were not used or changed for `afterDays`; 0
 * disables it. Never includes skills of people or imports.
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

/** Page size of reads. */
const pageSize = 200

/**
 * One sweep over the agent-made skills of an organisation. Archives idle skills, records them in the audit log under the
 * trace `sweep`, and returns them; a `dryRun` only returns them. Of concurrent sweeps only one archives a skill, by its
 * version.
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
    const page: readonly Skill[] = await deps.store.skills.listByProvenance(
      'agent',
      after,
      pageSize,
    )
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
