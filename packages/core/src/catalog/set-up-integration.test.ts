import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TenantId, UserId } from '../ids.ts'
import { rolePermissions } from '../policy/permissions.ts'
import type { Role } from '../policy/principal.ts'
import type { Sha256 } from '../ports/clock.ts'
import type { BundledSkill, IntegrationFolder } from '../ports/integrations.ts'
import { createFixedClock } from '../testing/fixed-clock.ts'
import { createMemoryStore } from '../testing/memory-store.ts'
import { createSequentialIds } from '../testing/sequential-ids.ts'
import type { CatalogActor, CatalogDeps } from './catalog-deps.ts'
import { createSkill } from './create-skill.ts'
import { followIntegrations } from './follow-integrations.ts'
import { importSkills } from './import-skills.ts'
import type { ProjectionOutcome } from './project-integration.ts'
import { removeSkill } from './remove-skill.ts'
import { removeIntegration, setUpIntegration } from './set-up-integration.ts'
import type { Skill, SkillScopeKind } from './skill.ts'
import { updateSkill } from './update-skill.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const traceId = '0'.repeat(32)
const org = { kind: 'org' } as const
const broken = { code: 'package.bad-path', kind: 'invalid', message: 'no' } as const

async function organisation() {
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const store = createMemoryStore({ clock, ids })
  const tenantId = 'ten_1' as TenantId
  await store.directory.createTenant({ id: tenantId, name: 'T', createdAt: 0 })
  const deps: CatalogDeps = { store: store.tenant(tenantId), clock, ids, sha256 }
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

/** Skills by folder; text is the SKILL.md, null a folder that cannot be read. */
function tracker(
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

const text = (body: string, head = 'description: d') => `---\n${head}\n---\n${body}\n`

/** What is on the disk, as set-up and following ask for it. */
function onDisk(...folders: IntegrationFolder[]) {
  const load = async (domain: string) => folders.find((folder) => folder.domain === domain) ?? null
  return { folders, catalogue: { load } }
}

function setUp(
  deps: CatalogDeps,
  actor: CatalogActor,
  folder: IntegrationFolder,
  scope: SkillScopeKind = 'org',
) {
  return setUpIntegration(deps, actor, { domain: 'tracker', scope, ...onDisk(folder) })
}

const told = (outcomes: readonly ProjectionOutcome[]) =>
  outcomes.map((outcome) => {
    if (outcome.status === 'skipped') return [outcome.name, 'skipped', outcome.why.code]
    if (outcome.status === 'broken') return [outcome.name, 'broken', outcome.problem.code]
    return [outcome.name, outcome.status]
  })

async function skillsOf({ store }: CatalogDeps, { principal }: CatalogActor) {
  return (await store.skills.list(principal.userId, {}, { limit: 200 })).items
}

async function bodyOf({ store }: CatalogDeps, { principal }: CatalogActor, skill: Skill) {
  return (await store.skills.content(principal.userId, skill.id, skill.head.digest))?.body
}

function edit(deps: CatalogDeps, actor: CatalogActor, skill: Skill, body: string) {
  const content = text(body)
  return updateSkill(deps, actor, { id: skill.id, content, overrides: {}, reason: 'mine' })
}

describe('setting an integration up', () => {
  it('D8: its skills come in with the entry’s scope, its version and `<domain>:<name>`', async () => {
    const { deps, owner, member } = await organisation()
    const folder = tracker('1.0', { report: text('a'), notes: text('b', 'name: My Notes') })
    const { entry, outcomes } = await setUp(deps, owner, folder)
    expect(told(outcomes)).toEqual([
      ['report', 'created'],
      ['notes', 'created'],
    ])
    expect(entry).toMatchObject({ domain: 'tracker', scope: org, version: '1.0' })
    expect(await skillsOf(deps, member)).toMatchObject([
      { slug: 'my-notes', origin: { sourceId: 'tracker:notes', sourceRef: '1.0' } },
      {
        slug: 'report',
        scope: org,
        enabled: true,
        head: { name: 'report' },
        origin: { provenance: 'integration', sourceId: 'tracker:report' },
      },
    ])
  })

  it('D8: a member’s own set-up makes skills of theirs that nobody else sees', async () => {
    const { deps, owner, member } = await organisation()
    await setUp(deps, member, tracker('1', { report: text('a') }), 'user')
    expect(await skillsOf(deps, owner)).toEqual([])
    const [mine] = await skillsOf(deps, member)
    expect(mine?.scope).toEqual({ kind: 'user', userId: member.principal.userId })
    await setUp(deps, owner, tracker('1', { report: text('a') }))
    expect(await skillsOf(deps, member)).toHaveLength(2)
  })

  it('D8: again with a newer version updates in place and keeps the person’s switch', async () => {
    const { deps, owner } = await organisation()
    const { outcomes } = await setUp(deps, owner, tracker('1', { a: text('1'), b: text('b') }))
    const [first] = outcomes
    if (first?.status !== 'created') throw new Error('not created')
    await updateSkill(deps, owner, {
      ...{ id: first.skill.id, overrides: {}, enabled: false, reason: '' },
    })
    const again = await setUp(deps, owner, tracker('2', { a: text('2'), b: text('b') }))
    expect(told(again.outcomes)).toEqual([
      ['a', 'updated'],
      ['b', 'unchanged'],
    ])
    const [a, b] = await skillsOf(deps, owner)
    expect(a).toMatchObject({ id: first.skill.id, enabled: false, head: { number: 2 } })
    expect(b).toMatchObject({ head: { number: 1 } })
    expect([a?.origin.sourceRef, b?.origin.sourceRef]).toEqual(['2', '2'])
    const third = await setUp(deps, owner, tracker('3', { a: text('3'), b: text('b') }))
    expect(told(third.outcomes)[0]).toEqual(['a', 'updated'])
  })

  it('set up twice with nothing new changes nothing', async () => {
    const { deps, owner } = await organisation()
    const folder = tracker('1', { a: text('1') })
    await setUp(deps, owner, folder)
    const before = await skillsOf(deps, owner)
    expect(told((await setUp(deps, owner, folder)).outcomes)).toEqual([['a', 'unchanged']])
    expect(await skillsOf(deps, owner)).toEqual(before)
  })

  it('D8: a broken skill is reported and skipped, the others come in', async () => {
    const { deps, owner } = await organisation()
    const nul = '---\ndescription: d\n---\n\0'
    const folder = tracker('1', { a: nul, b: null, good: text('x') })
    expect(told((await setUp(deps, owner, folder)).outcomes)).toEqual([
      ['a', 'broken', 'skill.unreadable'],
      ['b', 'broken', 'package.bad-path'],
      ['good', 'created'],
    ])
  })

  it('a skill that breaks later stays as it was', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const again = await setUp(deps, owner, tracker('2', { a: null }))
    expect(told(again.outcomes)).toEqual([['a', 'broken', 'package.bad-path']])
    expect(await skillsOf(deps, owner)).toMatchObject([{ slug: 'a', head: { number: 1 } }])
    const healed = await setUp(deps, owner, tracker('3', { a: text('3') }))
    expect(told(healed.outcomes)).toEqual([['a', 'updated']])
  })

  it('says what was done in the audit log, once, in the actor’s name', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1'), b: null }))
    const { items } = await deps.store.audit.list({}, { limit: 10 })
    expect(items.map(({ action }) => action).toSorted()).toEqual([
      'integration-set-up',
      'skill-created',
    ])
    expect(items.find(({ target }) => target === 'tracker')).toMatchObject({
      actor: owner.principal.userId,
      details: { scope: 'org', version: '1', before: null, created: ['a'], broken: ['b'] },
    })
  })

  it('an integration that is not there, or broken, is told and leaves nothing behind', async () => {
    const { deps, owner } = await organisation()
    const request = { domain: 'tracker', scope: 'org' } as const
    const nothing = { ...request, ...onDisk() }
    await expect(setUpIntegration(deps, owner, nothing)).rejects.toMatchObject({
      problem: { code: 'integration.not-found', kind: 'not-found' },
    })
    const found = { ...request, ...onDisk({ domain: 'tracker', problem: broken }) }
    await expect(setUpIntegration(deps, owner, found)).rejects.toMatchObject({
      problem: broken,
    })
    expect(await deps.store.integrations.all()).toEqual([])
  })
})

describe('D8: what people made wins over an integration', () => {
  it.each([
    ['its folder’s name', { 'Weekly-Report': text('theirs') }],
    ['its name', { x: text('theirs', 'name: weekly report') }],
    ['its name in other letters', { x: text('theirs', 'name: WÉEKLY  REPORT') }],
    ['its slug', { x: text('theirs', 'name: x\nslug: weekly-report') }],
    ['a path', { x: text('theirs', 'name: ../weekly/report') }],
  ])('a skill somebody wrote is not overwritten through %s', async (_how, skills) => {
    const { deps, owner } = await organisation()
    const content = text('mine', 'name: weekly-report\ndescription: d')
    const plain = { overrides: {}, scope: 'org', enabled: true, reason: '' } as const
    const mine = await createSkill(deps, owner, { content, ...plain })
    const { outcomes } = await setUp(deps, owner, tracker('1', skills))
    expect(told(outcomes)).toEqual([[Object.keys(skills)[0], 'skipped', 'integration.slug-held']])
    expect(await skillsOf(deps, owner)).toEqual([mine])
    await removeIntegration(deps, owner, { domain: 'tracker', scope: 'org' })
    expect(await skillsOf(deps, owner)).toEqual([mine])
  })

  it('neither is an imported one, one of another integration, or one that only claims the same origin', async () => {
    const { deps, owner } = await organisation()
    const bytes = new TextEncoder().encode(text('imported'))
    const files = [{ path: 'SKILL.md', bytes, executable: false }]
    const items = [{ path: 'tracker:a', files }]
    await importSkills(deps, owner, { scope: 'org', items })
    const other = { ...tracker('1', { b: text('other') }), domain: 'other' } as IntegrationFolder
    await setUpIntegration(deps, owner, { domain: 'other', scope: 'org', ...onDisk(other) })
    const before = await skillsOf(deps, owner)
    expect(before.map(({ origin }) => origin.sourceId)).toEqual(['other:b', 'tracker:a'])
    const folder = tracker('1', {
      a: text('x', 'slug: tracker-a'),
      b: text('x'),
    })
    expect(told((await setUp(deps, owner, folder)).outcomes)).toEqual([
      ['a', 'skipped', 'integration.slug-held'],
      ['b', 'skipped', 'integration.slug-held'],
    ])
    expect(await skillsOf(deps, owner)).toEqual(before)
  })

  it('a skill somebody edited stays theirs, through newer versions and removal', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1'), b: text('1') }))
    const [a] = await skillsOf(deps, owner)
    if (!a) throw new Error('nothing was set up')
    const mine = await edit(deps, owner, a, 'mine')
    const again = await setUp(deps, owner, tracker('2', { a: text('2'), b: text('2') }))
    expect(told(again.outcomes)).toEqual([
      ['a', 'skipped', 'integration.skill-edited'],
      ['b', 'updated'],
    ])
    expect(told(await removeIntegration(deps, owner, { domain: 'tracker', scope: 'org' }))).toEqual(
      [
        ['a', 'skipped', 'integration.skill-edited'],
        ['b', 'removed'],
      ],
    )
    expect(await skillsOf(deps, owner)).toEqual([mine])
    expect(await bodyOf(deps, owner, mine)).toBe('mine\n')
    const anew = await setUp(deps, owner, tracker('3', { a: text('3') }))
    expect(told(anew.outcomes)).toEqual([['a', 'skipped', 'integration.skill-edited']])
  })

  it('an import that took a skill’s place makes it the person’s', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const bytes = new TextEncoder().encode(text('imported'))
    const files = [{ path: 'SKILL.md', bytes, executable: false }]
    await importSkills(deps, owner, { scope: 'org', items: [{ path: 'a', files }] })
    const again = await setUp(deps, owner, tracker('2', { a: text('2') }))
    expect(told(again.outcomes)).toEqual([['a', 'skipped', 'integration.slug-held']])
    await removeIntegration(deps, owner, { domain: 'tracker', scope: 'org' })
    expect(await skillsOf(deps, owner)).toMatchObject([{ origin: { provenance: 'imported' } }])
  })

  it('a renamed skill is updated under its new slug, and not taken away', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const [a] = await skillsOf(deps, owner)
    if (!a) throw new Error('nothing was set up')
    await deps.store.skills.update(owner.principal.userId, a.id, { slug: 'ours' })
    const again = await setUp(deps, owner, tracker('2', { a: text('2') }))
    expect(told(again.outcomes)).toEqual([['a', 'updated']])
    expect(await skillsOf(deps, owner)).toMatchObject([{ slug: 'ours', head: { number: 2 } }])
    const gone = await setUp(deps, owner, tracker('3', {}))
    expect(told(gone.outcomes)).toEqual([['a', 'skipped', 'integration.skill-edited']])
  })

  it('what a newer version no longer has goes, unless somebody edited it', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1'), b: text('1') }))
    const [, b] = await skillsOf(deps, owner)
    if (!b) throw new Error('nothing was set up')
    await edit(deps, owner, b, 'mine')
    const again = await setUp(deps, owner, tracker('2', { c: text('1') }))
    expect(told(again.outcomes)).toEqual([
      ['c', 'created'],
      ['a', 'removed'],
      ['b', 'skipped', 'integration.skill-edited'],
    ])
    expect((await skillsOf(deps, owner)).map(({ slug }) => slug)).toEqual(['b', 'c'])
  })

  it('a folder that was renamed hands its slug to itself', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { old: text('1', 'name: report') }))
    const again = await setUp(deps, owner, tracker('2', { new: text('1', 'name: report') }))
    expect(told(again.outcomes)).toEqual([
      ['new', 'created'],
      ['old', 'removed'],
    ])
    expect(await skillsOf(deps, owner)).toMatchObject([{ origin: { sourceId: 'tracker:new' } }])
  })

  it('two folders of one slug: the first comes in, the second is told', async () => {
    const { deps, owner } = await organisation()
    const folder = tracker('1', { a: text('1', 'name: same'), b: text('2', 'name: SAME') })
    expect(told((await setUp(deps, owner, folder)).outcomes)).toEqual([
      ['a', 'created'],
      ['b', 'broken', 'integration.slug-repeated'],
    ])
  })

  it('whatever people and versions do in whatever order, no text of theirs is lost', async () => {
    const names = ['a', 'b', 'c'] as const
    const step = fc.oneof(
      fc.record({ do: fc.constant('version' as const), has: fc.subarray([...names]) }),
      fc.record({ do: fc.constant('edit' as const), name: fc.constantFrom(...names) }),
      fc.record({ do: fc.constant('write' as const), name: fc.constantFrom(...names) }),
      fc.record({ do: fc.constant('leave' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { deps, owner } = await organisation()
        const mine = new Map<string, string>()
        const find = async (slug: string) =>
          (await skillsOf(deps, owner)).find((skill) => skill.slug === slug)
        for (const [at, one] of steps.entries()) {
          if (one.do === 'version') {
            const skills = Object.fromEntries(one.has.map((name) => [name, text(`theirs ${at}`)]))
            await setUp(deps, owner, tracker(String(at), skills))
          } else if (one.do === 'leave') {
            const request = { domain: 'tracker', scope: 'org' } as const
            await removeIntegration(deps, owner, request).catch(() => undefined)
          } else {
            const skill = await find(one.name)
            const body = `mine ${at}`
            const content = text(body, `name: ${one.name}\ndescription: d`)
            const plain = { overrides: {}, scope: 'org', enabled: true, reason: '' } as const
            if (skill && one.do === 'edit') await edit(deps, owner, skill, body)
            else if (!skill && one.do === 'write') {
              await createSkill(deps, owner, { content, ...plain })
            } else continue
            mine.set(one.name, `${body}\n`)
          }
        }
        for (const [name, body] of mine) {
          const skill = await find(name)
          expect(skill && (await bodyOf(deps, owner, skill))).toBe(body)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('who may set an integration up', () => {
  it('a member cannot set it up, or take it away, for the organisation', async () => {
    const { deps, owner, member } = await organisation()
    const forbidden = { problem: { code: 'skill.org-scope-forbidden' } }
    const folder = tracker('1', { a: text('1') })
    await expect(setUp(deps, member, folder)).rejects.toMatchObject(forbidden)
    expect(await deps.store.integrations.all()).toEqual([])
    await setUp(deps, owner, folder)
    const request = { domain: 'tracker', scope: 'org' } as const
    await expect(removeIntegration(deps, member, request)).rejects.toMatchObject(forbidden)
    expect(await skillsOf(deps, member)).toHaveLength(1)
  })

  it('nobody takes another person’s away, and a key without skills.write sets nothing up', async () => {
    const { deps, owner, member } = await organisation()
    const folder = tracker('1', { a: text('1') })
    await setUp(deps, member, folder, 'user')
    const request = { domain: 'tracker', scope: 'user' } as const
    await expect(removeIntegration(deps, owner, request)).rejects.toMatchObject({
      problem: { code: 'integration.not-set-up' },
    })
    const reader = {
      ...member,
      principal: { ...member.principal, permissions: ['skills.read'] as const },
    }
    await expect(setUp(deps, reader, folder, 'user')).rejects.toMatchObject({
      problem: { code: 'auth.permission-missing' },
    })
    expect(await skillsOf(deps, member)).toHaveLength(1)
  })

  it('somebody of another organisation neither sees nor removes it', async () => {
    const { store, deps, owner, actor } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const other = 'ten_2' as TenantId
    await store.directory.createTenant({ id: other, name: 'O', createdAt: 0 })
    const theirs = { ...deps, store: store.tenant(other) }
    // Even a user id that both organisations have.
    const stranger = actor('owner', owner.principal.userId, other)
    expect(await theirs.store.integrations.list(stranger.principal.userId)).toEqual([])
    const request = { domain: 'tracker', scope: 'org' } as const
    await expect(removeIntegration(theirs, stranger, request)).rejects.toMatchObject({
      problem: { code: 'integration.not-set-up' },
    })
    expect(await skillsOf(deps, owner)).toHaveLength(1)
  })
})

describe('following an integration’s version', () => {
  it('D8: what has another version now is set up again for everybody who uses it, by nobody’s hand', async () => {
    const { deps, owner, member } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    await setUp(deps, member, tracker('1', { a: text('1') }), 'user')
    const same = { ...onDisk(tracker('1', { a: text('9') })), traceId }
    expect(await followIntegrations(deps, same)).toEqual([])
    const newer = { ...onDisk(tracker('2', { a: text('2') })), traceId }
    const followed = await followIntegrations(deps, newer)
    expect(followed.map(({ setUp }) => setUp && told(setUp.outcomes))).toEqual([
      [['a', 'updated']],
      [['a', 'updated']],
    ])
    const entries = await deps.store.integrations.all()
    expect(entries.map(({ version, setUpBy }) => [version, setUpBy])).toEqual([
      ['2', owner.principal.userId],
      ['2', member.principal.userId],
    ])
    const { items } = await deps.store.audit.list({ action: 'integration-set-up' }, { limit: 10 })
    expect(items.filter(({ actor }) => actor === null)).toHaveLength(2)
    expect(await followIntegrations(deps, newer)).toEqual([])
  })

  it('what somebody deleted stays away until somebody sets it up again', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const [a] = await skillsOf(deps, owner)
    if (!a) throw new Error('nothing was set up')
    await removeSkill(deps, owner, { id: a.id })
    const disk = onDisk(tracker('2', { a: text('2') }))
    const [followed] = await followIntegrations(deps, { ...disk, traceId })
    expect(followed?.setUp && told(followed.setUp.outcomes)).toEqual([
      ['a', 'skipped', 'integration.skill-removed'],
    ])
    const again = await setUp(deps, owner, tracker('2', { a: text('2') }))
    expect(told(again.outcomes)).toEqual([['a', 'created']])
  })

  it('a member who left, a folder that is gone or broken: left as it is', async () => {
    const { deps, owner, member } = await organisation()
    await setUp(deps, member, tracker('1', { a: text('1') }), 'user')
    await deps.store.members.remove(member.principal.userId)
    const disk = onDisk(tracker('2', { a: text('2') }))
    expect(await followIntegrations(deps, { ...disk, traceId })).toEqual([])
    await setUp(deps, owner, tracker('1', { b: text('1') }))
    expect(await followIntegrations(deps, { ...onDisk(), traceId })).toEqual([])
    const gone = { ...onDisk({ domain: 'tracker', problem: broken }), traceId }
    expect(await followIntegrations(deps, gone)).toEqual([])
    expect(await skillsOf(deps, owner)).toHaveLength(1)
  })

  it('a set-up that a crash cut short is finished, and takes nothing for a person’s work', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1'), b: text('1') }))
    await setUp(deps, owner, tracker('2', { a: text('2'), b: text('2') }))
    let writes = 0
    const dying = {
      ...deps,
      store: {
        ...deps.store,
        skills: {
          ...deps.store.skills,
          update: (...args: Parameters<typeof deps.store.skills.update>) => {
            writes += 1
            if (writes > 1) throw new Error('the power went out')
            return deps.store.skills.update(...args)
          },
        },
      },
    }
    const third = tracker('3', { a: text('3'), b: text('3') })
    await expect(setUp(dying, owner, third)).rejects.toThrow('power')
    const [followed] = await followIntegrations(deps, { ...onDisk(third), traceId })
    expect(followed?.setUp && told(followed.setUp.outcomes)).toEqual([
      ['a', 'unchanged'],
      ['b', 'updated'],
    ])
    const fourth = await setUp(deps, owner, tracker('4', { a: text('4'), b: text('4') }))
    expect(told(fourth.outcomes)).toEqual([
      ['a', 'updated'],
      ['b', 'updated'],
    ])
  })

  it('one that fails does not keep the next from its turn', async () => {
    const { deps, owner, member } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    await setUp(deps, member, tracker('1', { a: text('1') }), 'user')
    const put = deps.store.integrations.put
    const integrations = {
      ...deps.store.integrations,
      put: (entry: Parameters<typeof put>[0]) => {
        if (entry.scope.kind === 'org') throw new Error('full')
        return put(entry)
      },
    }
    const failing = { ...deps, store: { ...deps.store, integrations } }
    const disk = onDisk(tracker('2', { a: text('2') }))
    const followed = await followIntegrations(failing, { ...disk, traceId })
    expect(followed.map(({ error, setUp }) => [error !== undefined, setUp !== undefined])).toEqual([
      [true, false],
      [false, true],
    ])
  })
})

describe('two processes that follow the same version at once', () => {
  it('leave one result, which the next version can still update', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1'), b: text('1') }))
    const disk = onDisk(tracker('2', { a: text('2'), b: text('2'), c: text('2') }))
    const request = { ...disk, traceId, breathe: () => Promise.resolve() }
    await Promise.all([followIntegrations(deps, request), followIntegrations(deps, request)])
    const skills = await skillsOf(deps, owner)
    expect(skills.map(({ slug, head }) => [slug, head.number])).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 1],
    ])
    const third = tracker('3', { a: text('3'), b: text('3'), c: text('3') })
    expect(told((await setUp(deps, owner, third)).outcomes)).toEqual([
      ['a', 'updated'],
      ['b', 'updated'],
      ['c', 'updated'],
    ])
  })
})
