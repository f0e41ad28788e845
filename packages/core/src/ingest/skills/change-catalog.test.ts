import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TenantId, UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import type { Role } from '../../domain/principal.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import { removeSkill } from '../../keep/skills/remove-skill.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createInMemoryStore } from '../../testing/in-memory-store.ts'
import { judgeByWords } from '../../testing/judge-by-words.ts'
import { createSequentialIds } from '../../testing/sequential-ids.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { importSkills } from '../import/import-skills.ts'
import { createSkill } from './create-skill.ts'
import { updateSkill } from './update-skill.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const tenantId = 'ten_1' as TenantId

async function catalog(role: Role = 'owner') {
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const store = createInMemoryStore({ clock, ids })
  await store.directory.createTenant({ id: tenantId, name: 'T', createdAt: 0 })
  const deps: JudgingDeps = {
    ...{ store: store.tenant(tenantId), clock, ids, sha256 },
    judge: judgeByWords,
  }
  const userId = 'usr_1' as UserId
  const principal = { tenantId, userId, role, permissions: rolePermissions(role) }
  const actor: CatalogActor = { principal, traceId: '0'.repeat(32) }
  const audit = async () =>
    (await deps.store.audit.list({}, { limit: 200 })).items.map((entry) => entry.action)
  return { deps, actor, audit }
}

const source = (name: string) => `---\nname: ${name}\ndescription: d\n---\nBody of ${name}.\n`
const plain = { overrides: {}, scope: 'org', enabled: true, reason: '' } as const
const file = (path: string, text: string) => ({
  path,
  bytes: new TextEncoder().encode(text),
  executable: false,
})

describe('changing the catalog', () => {
  it('concurrent changes of different fields are both kept', async () => {
    const { deps, actor } = await catalog()
    const { id } = await createSkill(deps, actor, { content: source('a'), ...plain })
    const change = (overrides: object) => updateSkill(deps, actor, { id, overrides, reason: '' })
    await Promise.all([
      change({ description: 'new' }),
      change({ tags: ['x'] }),
      change({ author: 'me' }),
    ])
    const skill = await deps.store.skills.get(actor.principal.userId, id)
    expect(skill?.head).toMatchObject({ description: 'new', tags: ['x'], author: 'me', number: 4 })
  })

  it('a change without effect creates no revision and no audit entry', async () => {
    const { deps, actor, audit } = await catalog()
    const { id, version } = await createSkill(deps, actor, { content: source('a'), ...plain })
    const request = { id, content: source('a'), overrides: {}, enabled: true, reason: 'same' }
    expect((await updateSkill(deps, actor, request)).version).toBe(version)
    expect(await audit()).toEqual(['skill-created'])
  })

  it('A8: a member’s write to the organisation is refused without an audit entry', async () => {
    const { deps, actor, audit } = await catalog('member')
    const items = [{ path: 'a', files: [file('SKILL.md', source('a'))] }]
    const refused = { problem: { code: 'skill.org-scope-forbidden' } }
    await expect(
      createSkill(deps, actor, { content: source('a'), ...plain }),
    ).rejects.toMatchObject(refused)
    await expect(importSkills(deps, actor, { scope: 'org', items })).rejects.toMatchObject(refused)
    const { items: kept } = await deps.store.skills.list(actor.principal.userId, {}, { limit: 10 })
    expect([kept, await audit()]).toEqual([[], []])
  })

  it('a refusal contains the diagnostics with their positions', async () => {
    const { deps, actor } = await catalog()
    const content = '---\nname: a\n---\n\0'
    const attempt = createSkill(deps, actor, { content, ...plain })
    await expect(attempt).rejects.toMatchObject({
      problem: { code: 'skill.unreadable', details: { diagnostics: [{ line: 4 }] } },
    })
  })

  it('diagnostics in a problem have wire names', async () => {
    const { deps, actor } = await catalog()
    const content = '---\nname: PG\ndescription: Says what.\n---\nbody'
    const attempt = createSkill(deps, actor, { content, ...plain, overrides: { slug: '../x' } })
    const error = await attempt.catch((thrown: { problem: unknown }) => thrown.problem)
    expect(error).toMatchObject({ details: { diagnostics: [{ line: 2, end_line: 2 }] } })
    expect(JSON.stringify(error)).not.toContain('endLine')
  })

  it.each([
    ['written by hand', undefined, 'warning', 'written here'],
    ['imported from another path', 'other/a', 'info', 'imported from "other/a"'],
  ])('D11: an import replaces a skill %s, and reports the replaced revision', async (...row) => {
    const [, path, severity, origin] = row
    const { deps, actor } = await catalog()
    const import_ = (at: string, body: string) => {
      const files = [file('SKILL.md', `${source('a')}${body}`)]
      return importSkills(deps, actor, { scope: 'org', items: [{ path: at, files }] })
    }
    if (path === undefined) await createSkill(deps, actor, { content: source('a'), ...plain })
    else await import_(path, 'Earlier.')
    const [replaced] = await import_('a', 'Now.')
    expect(replaced?.status).toBe('updated')
    const remark = replaced?.diagnostics.find(({ code }) => code === 'skill.replaces-other')
    expect(remark).toMatchObject({ severity })
    expect(remark?.message).toContain(`revision 1 of "a", which was ${origin}.`)
    for (const body of ['Now.', 'Later.']) {
      const [again] = await import_('a', body)
      expect(again?.diagnostics.map(({ code }) => code)).not.toContain('skill.replaces-other')
    }
  })

  it('an import yields to the event loop between skills', async () => {
    const { deps, actor } = await catalog()
    let yields = 0
    const yieldToEventLoop = async () => {
      yields += 1
    }
    const items = ['a', 'b', 'c'].map((name) => ({
      path: name,
      files: [file('SKILL.md', source(name))],
    }))
    await importSkills(deps, actor, { scope: 'org', items, yieldToEventLoop })
    expect(yields).toBe(3)
  })

  it('a removed skill is gone, and cannot be removed twice', async () => {
    const { deps, actor, audit } = await catalog()
    const { id } = await createSkill(deps, actor, { content: source('a'), ...plain })
    await removeSkill(deps, actor, { id })
    const again = removeSkill(deps, actor, { id })
    await expect(again).rejects.toMatchObject({ problem: { code: 'skill.not-found' } })
    expect((await audit()).filter((action) => action === 'skill-deleted')).toHaveLength(1)
  })
})
