import { isProblemError } from '../base/errors.ts'
import type { TenantId, UserId } from '../base/ids.ts'
import type { Sha256 } from '../base/sha256.ts'
import { rolePermissions } from '../domain/permissions.ts'
import type { Role } from '../domain/principal.ts'
import type { JudgingDeps } from '../ingest/checks/package-assessor.ts'
import type { CatalogActor } from '../keep/skills/catalog-deps.ts'
import { createFixedClock } from './fixed-clock.ts'
import { createInMemoryStore } from './in-memory-store.ts'
import { judgeByWords } from './judge-by-words.ts'
import { createSequentialIds } from './sequential-ids.ts'

const tenantId = 'ten_1' as TenantId

/** An empty library with an owner, a member and a fixed clock. */
export async function createCatalogFixture(sha256: Sha256) {
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const memory = createInMemoryStore({ clock, ids })
  await memory.directory.createTenant({ id: tenantId, name: 'T', createdAt: 0 })
  const store = memory.tenant(tenantId)
  const deps: JudgingDeps = { store, clock, ids, sha256, judge: judgeByWords }
  const actor = (role: Role, id: string): CatalogActor => ({
    principal: { tenantId, userId: id as UserId, role, permissions: rolePermissions(role) },
    traceId: '0'.repeat(32),
  })
  return { deps, store, clock, owner: actor('owner', 'usr_1'), member: actor('member', 'usr_2') }
}

export type CatalogFixture = Awaited<ReturnType<typeof createCatalogFixture>>

/** A SKILL.md; `more` are additional frontmatter lines. */
export function skillText(name: string, body = 'Body.', more = ''): string {
  return `---\nname: ${name}\ndescription: d\n${more}---\n${body}\n`
}

/** Defaults for a new skill of the organisation. */
export const plainSkill = { overrides: {}, scope: 'org', enabled: true, reason: '' } as const

export function textFile(path: string, text: string) {
  return { path, bytes: new TextEncoder().encode(text), executable: path.endsWith('.sh') }
}

/** The problem code of the refused `work`; throws when it is not refused. */
export async function rejectionOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
  throw new Error('expected a refusal')
}
