import { isProblemError, type SkillId, type UserId } from '@repertoire/core/base'
import { type AuditEntry, isVisible, type Skill, skillWriteProblem } from '@repertoire/core/domain'
import { unarchiveSkill } from '@repertoire/core/ingest'
import type { IdleSkill } from '@repertoire/core/keep'
import type { TenantStore } from '@repertoire/core/ports'
import { curatorRoutes, type IdleSkillBody } from '@repertoire/protocol'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { wireTime, wireTimeOrNull } from '../wire/time.ts'

/** The curator's settings, its last sweep, and how to undo one. */
export function bindCurator(bind: BindRoute, app: Application): void {
  bind(curatorRoutes.get, async ({ caller }) => {
    const { store } = catalogOf(app, caller)
    const { settings } = await store.settings.get()
    return {
      body: {
        archive_after_days: settings.archiveAgentSkillsAfterDays,
        last_looked_at: wireTimeOrNull(app.curator.lastSweptAt()),
        next_look_at: wireTimeOrNull(app.curator.nextSweepAt()),
        last_sweep: await lastSweep(store, caller.principal.userId),
      },
    }
  })

  bind(curatorRoutes.sweep, async ({ body, caller }) => {
    const { tenantId, userId } = caller.principal
    const { id, at, found } = await app.curator.sweep(tenantId, { dryRun: body.dry_run })
    const seen = found.filter(({ skill }) => isVisible(userId, skill))
    return {
      body: {
        id,
        dry_run: body.dry_run,
        at: wireTime(at),
        skills: seen.map(toIdleSkill),
        others: found.length - seen.length,
      },
    }
  })

  bind(curatorRoutes.undo, async (call) => {
    const deps = catalogOf(app, call.caller)
    const { principal } = call.caller
    const entries = await archivedInSweep(deps.store, call.params.id)
    const ids = entries.map(({ target }) => target as SkillId)
    const skills = await deps.store.skills.getMany(principal.userId, ids)
    const restored: string[] = []
    for (const skill of skills) {
      if (skillWriteProblem(principal, skill.scope, skill) || !unchangedSinceSweep(skill, entries))
        continue
      const expectedVersion = skill.version
      try {
        await unarchiveSkill(deps, actorOf(call), { id: skill.id, expectedVersion })
      } catch (error) {
        // What the scan blocks by now stays archived: a person enables it alone, after reading why.
        if (!isProblemError(error) || error.problem.code !== 'skill.findings-unacknowledged')
          throw error
        continue
      }
      restored.push(skill.id)
    }
    return { body: { restored } }
  })
}

/** Page size when reading audit entries. */
const pageSize = 200

/** The entries of one sweep, whose id is their trace id. */
async function archivedInSweep(store: TenantStore, sweep: string): Promise<readonly AuditEntry[]> {
  const filter = { action: 'skill-archived', traceId: sweep }
  const found: AuditEntry[] = []
  let cursor: string | undefined
  do {
    const page = await store.audit.list(filter, { cursor, limit: pageSize })
    found.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found.filter(({ actor, details }) => actor === null && details.by === 'curator')
}

/** False when somebody archived it again since, on purpose. */
function unchangedSinceSweep(skill: Skill, entries: readonly AuditEntry[]): boolean {
  const entry = entries.find(({ target }) => target === skill.id)
  return skill.archivedAt !== null && entry !== undefined && skill.archivedAt <= entry.at
}

async function lastSweep(store: TenantStore, viewer: UserId) {
  const recent = await store.audit.list({ action: 'skill-archived' }, { limit: pageSize })
  const newest = recent.items.find(({ details }) => details.by === 'curator')
  if (!newest?.traceId) return null
  const entries = await archivedInSweep(store, newest.traceId)
  const ids = entries.map(({ target }) => target as SkillId)
  const skills = new Map(
    (await store.skills.getMany(viewer, ids)).map((skill) => [skill.id, skill]),
  )
  const seen = entries.flatMap(({ target, details }) => {
    const skill = skills.get(target as SkillId)
    return skill ? [toIdleSkill({ skill, idleDays: Number(details.idle_days) })] : []
  })
  const others = entries.filter(
    ({ target, details }) => details.scope === 'user' && !skills.has(target as SkillId),
  )
  return { id: newest.traceId, at: wireTime(newest.at), skills: seen, others: others.length }
}

function toIdleSkill({ skill, idleDays }: IdleSkill): IdleSkillBody {
  return {
    id: skill.id,
    slug: skill.slug,
    name: skill.head.name,
    scope: skill.scope.kind,
    idle_days: idleDays,
    archived: skill.archivedAt !== null,
  }
}
