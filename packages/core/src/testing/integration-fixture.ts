import type { TenantId, UserId } from '../base/ids.ts'
import type { Sha256 } from '../base/sha256.ts'
import { rolePermissions } from '../domain/permissions.ts'
import type { Role } from '../domain/principal.ts'
import type { Skill, SkillScopeKind } from '../domain/skill.ts'
import type { JudgingDeps } from '../ingest/checks/package-assessor.ts'
import type { ProjectionOutcome } from '../ingest/integrations/project-integration.ts'
import { setUpIntegration } from '../ingest/integrations/set-up-integration.ts'
import { updateSkill } from '../ingest/skills/update-skill.ts'
import type { CatalogActor } from '../keep/skills/catalog-deps.ts'
import type { BundledSkill, IntegrationFolder } from '../ports/integrations.ts'
import { createFixedClock } from './fixed-clock.ts'
import { createInMemoryStore } from './in-memory-store.ts'
import { judgeByWords } from './judge-by-words.ts'
import { createSequentialIds } from './sequential-ids.ts'

const traceId = '0'.repeat(32)
export const broken = { code: 'package.bad-path', kind: 'invalid', message: 'no' } as const

/** An organisation with an owner and a member. */
export async function createOrganisation(sha256: Sha256) {
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const store = createInMemoryStore({ clock, ids })
  const tenantId = 'ten_1' as TenantId
  await store.directory.createTenant({ id: tenantId, name: 'T', createdAt: 0 })
  const deps: JudgingDeps = {
    store: store.tenant(tenantId),
    clock,
    ids,
    sha256,
    judge: judgeByWords,
  }
  const actor = (role: Role, id: string, tenant = tenantId): CatalogActor => ({
    principal: {
      tenantId: tenant,
      userId: id as UserId,
      role,
      permissions: rolePermissions(role),
    },
    traceId,
  })
  const owner = actor('owner', 'usr_owner')
  const member = actor('member', 'usr_member')
  for (const { principal } of [owner, member]) {
    const { userId: id, role } = principal
    await deps.store.members.create({ id, name: id, role, createdAt: 0 })
  }
  return { store, deps, owner, member, actor }
}

/** Skills by folder; the text is SKILL.md, null is an unreadable folder. */
export function tracker(
  version: string,
  skills: Readonly<Record<string, string | null>>,
): IntegrationFolder {
  const bundled = Object.entries(skills).map(([name, text]): BundledSkill => {
    if (text === null) return { name, problem: broken }
    const bytes = new TextEncoder().encode(text)
    return { name, files: [{ path: 'SKILL.md', bytes, executable: false }], remarks: [] }
  })
  const manifest = { domain: 'tracker', name: 'T', version, description: '', homepage: null }
  return { domain: 'tracker', manifest, skills: bundled }
}

export const text = (body: string, head = 'description: d') => `---\n${head}\n---\n${body}\n`

/** The integration catalogue with these folders. */
export function storedIntegrations(...folders: IntegrationFolder[]) {
  const load = async (domain: string) => folders.find((folder) => folder.domain === domain) ?? null
  return { folders, catalogue: { load } }
}

export function setUp(
  deps: JudgingDeps,
  actor: CatalogActor,
  folder: IntegrationFolder,
  scope: SkillScopeKind = 'org',
) {
  return setUpIntegration(deps, actor, { domain: 'tracker', scope, ...storedIntegrations(folder) })
}

export const summarise = (outcomes: readonly ProjectionOutcome[]) =>
  outcomes.map((outcome) => {
    if (outcome.status === 'skipped') return [outcome.name, 'skipped', outcome.why.code]
    if (outcome.status === 'broken') return [outcome.name, 'broken', outcome.problem.code]
    return [outcome.name, outcome.status]
  })

export async function skillsOf({ store }: JudgingDeps, { principal }: CatalogActor) {
  return (await store.skills.list(principal.userId, {}, { limit: 200 })).items
}

export async function bodyOf({ store }: JudgingDeps, { principal }: CatalogActor, skill: Skill) {
  return (await store.skills.content(principal.userId, skill.id, skill.head.digest))?.body
}

export function edit(deps: JudgingDeps, actor: CatalogActor, skill: Skill, body: string) {
  const content = text(body)
  return updateSkill(deps, actor, { id: skill.id, content, overrides: {}, reason: 'mine' })
}
