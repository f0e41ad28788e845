import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProblemError } from '../errors.ts'
import type { SkillId, TenantId, UserId } from '../ids.ts'
import { rolePermissions } from '../policy/permissions.ts'
import type { Role } from '../policy/principal.ts'
import type { Sha256 } from '../ports/clock.ts'
import { createFixedClock } from '../testing/fixed-clock.ts'
import { createMemoryStore } from '../testing/memory-store.ts'
import { createSequentialIds } from '../testing/sequential-ids.ts'
import type { CatalogActor, CatalogDeps } from './catalog-deps.ts'
import { changeTag } from './change-tag.ts'
import { createSkill } from './create-skill.ts'
import { importSkills } from './import-skills.ts'
import { agentOrigin } from './propose-skill.ts'
import { purgeSkills } from './purge-skills.ts'
import { removeSkill } from './remove-skill.ts'
import { restoreRevision } from './restore-revision.ts'
import { listDeletedSkills, restoreSkill } from './restore-skill.ts'
import { tombstoneLifetime } from './tombstone.ts'
import { updateSkill } from './update-skill.ts'
import { slugKey } from './visibility.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const tenantId = 'ten_1' as TenantId

async function catalog() {
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const memory = createMemoryStore({ clock, ids })
  await memory.directory.createTenant({ id: tenantId, name: 'T', createdAt: 0 })
  const store = memory.tenant(tenantId)
  const deps: CatalogDeps = { store, clock, ids, sha256 }
  const actor = (role: Role, id: string): CatalogActor => ({
    principal: { tenantId, userId: id as UserId, role, permissions: rolePermissions(role) },
    traceId: '0'.repeat(32),
  })
  return { deps, store, clock, owner: actor('owner', 'usr_1'), member: actor('member', 'usr_2') }
}

type Catalog = Awaited<ReturnType<typeof catalog>>

const source = (name: string, body = 'Body.', more = '') =>
  `---\nname: ${name}\ndescription: d\n${more}---\n${body}\n`
const plain = { overrides: {}, scope: 'org', enabled: true, reason: '' } as const
const file = (path: string, text: string) => ({
  path,
  bytes: new TextEncoder().encode(text),
  executable: path.endsWith('.sh'),
})
const textOf = async ({ store, owner }: Catalog, id: SkillId) => {
  const viewer = owner.principal.userId
  const skill = await store.skills.get(viewer, id)
  return skill && (await store.skills.content(viewer, id, skill.head.digest))?.source
}

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
  throw new Error('It was not refused.')
}

describe('restoring a revision', () => {
  it('makes its files the newest revision, with a reason, and keeps every other', async () => {
    const all = await catalog()
    const { deps, owner, store } = all
    const items = [
      { path: 'a', files: [file('SKILL.md', source('a', 'One.')), file('run.sh', '1')] },
    ]
    await importSkills(deps, owner, { scope: 'org', items })
    const viewer = owner.principal.userId
    const first = await store.skills.findBySlug(viewer, 'a')
    if (!first) throw new Error('nothing was imported')
    const { id } = first
    const later = [{ path: 'a', files: [file('SKILL.md', source('a', 'Two.'))] }]
    await importSkills(deps, owner, { scope: 'org', items: later })
    const restored = await restoreRevision(deps, owner, { id, number: 1, reason: 'It was better' })
    expect(restored.head).toMatchObject({
      ...{ number: 3, digest: first.head.digest, createdBy: viewer },
      reason: 'Restored revision 1: It was better',
    })
    expect(await textOf(all, id)).toBe(source('a', 'One.'))
    const script = restored.head.manifest.find(({ path }) => path === 'run.sh')
    expect(script).toMatchObject({ executable: true })
    expect((await store.skills.revisions(viewer, id)).map(({ number }) => number)).toEqual([
      3, 2, 1,
    ])
    const { items: log } = await store.audit.list({ action: 'skill-updated' }, { limit: 9 })
    expect(log[0]?.details).toMatchObject({ restored_revision: 1 })
    const again = await restoreRevision(deps, owner, { id, number: 3, reason: '' })
    expect(again.version).toBe(restored.version)
  })

  it('is refused for others’ skills, unknown numbers and old versions', async () => {
    const { deps, owner, member, store } = await catalog()
    const { id } = await createSkill(deps, owner, { content: source('a'), ...plain })
    await updateSkill(deps, owner, { id, overrides: { description: 'e' }, reason: '' })
    const at = { id, number: 1, reason: '' }
    expect(await refusal(restoreRevision(deps, member, at))).toBe('skill.org-scope-forbidden')
    expect(await refusal(restoreRevision(deps, owner, { ...at, number: 9 }))).toBe(
      'revision.not-found',
    )
    const old = { ...at, expectedVersion: 1 }
    expect(await refusal(restoreRevision(deps, owner, old))).toBe('skill.stale')
    await removeSkill(deps, owner, { id })
    expect(await refusal(restoreRevision(deps, owner, at))).toBe('skill.not-found')
    expect(await store.skills.list(owner.principal.userId, {}, { limit: 9 })).toMatchObject({
      items: [],
    })
  })
})

describe('changing a tag over the library', () => {
  const tagged = (tags: readonly string[]) => `tags: ${JSON.stringify(tags)}\n`

  it('renames it in its place, merges it into one that is there, and takes it off', async () => {
    const { deps, owner, store } = await catalog()
    const create = (name: string, tags: readonly string[]) =>
      createSkill(deps, owner, { content: source(name, 'Body.', tagged(tags)), ...plain })
    const one = await create('one', ['x', 'data', 'y'])
    await create('two', ['data', 'excel'])
    await create('three', ['other'])
    const viewer = owner.principal.userId
    const tagsOf = async (slug: string) =>
      (await store.skills.findBySlug(viewer, slug))?.head.tags.join(' ')
    const renamed = await changeTag(deps, owner, { tag: 'data', to: 'excel' })
    expect(renamed.map(({ skill, status }) => [skill.slug, status])).toEqual([
      ['one', 'changed'],
      ['two', 'changed'],
    ])
    expect([await tagsOf('one'), await tagsOf('two')]).toEqual(['x excel y', 'excel'])
    expect(await store.skills.tags(viewer)).not.toContainEqual({ tag: 'data', count: 1 })
    const [newest] = await store.skills.revisions(viewer, one.id)
    expect(newest).toMatchObject({ number: 2, reason: 'Renamed the tag “data” to “excel”.' })
    await changeTag(deps, owner, { tag: 'excel', to: null })
    expect([await tagsOf('one'), await tagsOf('two')]).toEqual(['x y', ''])
    expect(await tagsOf('three')).toBe('other')
    expect(await changeTag(deps, owner, { tag: 'nobody-has-it', to: 'z' })).toEqual([])
    expect(await changeTag(deps, owner, { tag: 'x', to: 'x' })).toEqual([])
  })

  it('leaves what the actor may not write, and says so of each', async () => {
    const { deps, owner, member, store } = await catalog()
    const content = source('a', 'Body.', tagged(['data']))
    await createSkill(deps, owner, { content, ...plain })
    await createSkill(deps, member, { content, ...plain, scope: 'user' })
    await createSkill(deps, owner, {
      content: content.replace('name: a', 'name: b'),
      ...plain,
      scope: 'user',
    })
    const outcomes = await changeTag(deps, member, { tag: 'data', to: 'facts' })
    const told = outcomes.map((one) => [
      one.skill.scope.kind,
      one.status === 'refused' ? one.problem.code : one.status,
    ])
    expect(new Set(told.map(String))).toEqual(
      new Set(['org,skill.org-scope-forbidden', 'user,changed']),
    )
    const tags = (await store.skills.tags(owner.principal.userId)).map(({ tag }) => tag)
    expect(tags).toEqual(['data'])
  })

  it('makes nobody else the author of what an agent wrote', async () => {
    const { deps, owner } = await catalog()
    const made = await createSkill(deps, owner, {
      content: source('a', 'Body.', tagged(['data'])),
      ...plain,
    })
    await deps.store.skills.update(owner.principal.userId, made.id, { origin: agentOrigin })
    const [outcome] = await changeTag(deps, owner, { tag: 'data', to: 'facts' })
    expect(outcome).toMatchObject({ status: 'changed', skill: { origin: agentOrigin } })
  })

  it('loses no tag that somebody else adds at the same time', async () => {
    const { deps, owner, store } = await catalog()
    const content = source('a', 'Body.', tagged(['data']))
    const { id } = await createSkill(deps, owner, { content, ...plain })
    let raced = false
    const { list } = store.skills
    const skills: typeof store.skills = {
      ...store.skills,
      list: async (...given) => {
        const page = await list(...given)
        if (!raced) {
          raced = true
          await updateSkill(deps, owner, { id, overrides: { tags: ['data', 'new'] }, reason: '' })
        }
        return page
      },
    }
    const racing = { ...deps, store: { ...store, skills } }
    await changeTag(racing, owner, { tag: 'data', to: 'facts' })
    expect((await store.skills.get(owner.principal.userId, id))?.head.tags).toEqual([
      'facts',
      'new',
    ])
  })

  it('says where a tag stands that cannot be taken off here', async () => {
    const { deps, owner } = await catalog()
    const content = source('a', 'Body.', 'metadata:\n  tags: [data]\n')
    await createSkill(deps, owner, { content, ...plain })
    const [outcome] = await changeTag(deps, owner, { tag: 'data', to: null })
    expect(outcome).toMatchObject({ status: 'refused', problem: { code: 'tag.not-editable' } })
    const [renamed] = await changeTag(deps, owner, { tag: 'data', to: 'facts' })
    expect(renamed).toMatchObject({ status: 'changed', skill: { head: { tags: ['facts'] } } })
  })
})

describe('whatever people do to skills', () => {
  const slug = fc.constantFrom('a', 'b')
  const nth = fc.nat({ max: 3 })
  const body = fc.constantFrom('One.', 'Two.', 'Three.')
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('create' as const), slug, body }),
      fc.record({ do: fc.constant('import' as const), slug, body }),
      fc.record({ do: fc.constant('update' as const), nth, body }),
      fc.record({
        do: fc.constant('revert' as const),
        nth,
        number: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({ do: fc.constant('delete' as const), nth }),
      fc.record({
        do: fc.constant('restore' as const),
        nth,
        slug: fc.option(slug, { nil: undefined }),
      }),
      fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 29, 30) }),
    ),
    { minLength: 5, maxLength: 30, size: 'max' },
  )
  type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never

  async function apply(all: Catalog, known: SkillId[], step: Step): Promise<void> {
    const { deps, owner, clock, store } = all
    const idOf = (n: number) => known[n % Math.max(known.length, 1)] ?? ('skl_none' as SkillId)
    const content = (name: string) => source(name, 'body' in step ? step.body : '')
    switch (step.do) {
      case 'create': {
        const request = { content: content(step.slug), ...plain }
        known.push((await createSkill(deps, owner, request)).id)
        return
      }
      case 'import': {
        const items = [{ path: step.slug, files: [file('SKILL.md', content(step.slug))] }]
        const [outcome] = await importSkills(deps, owner, { scope: 'org', items })
        if (outcome?.status === 'created') known.push(outcome.skill.id)
        return
      }
      case 'update': {
        const id = idOf(step.nth)
        const skill = await store.skills.get(owner.principal.userId, id)
        const request = { id, content: content(skill?.slug ?? 'a'), overrides: {}, reason: '' }
        await updateSkill(deps, owner, request)
        return
      }
      case 'revert':
        await restoreRevision(deps, owner, { id: idOf(step.nth), number: step.number, reason: '' })
        return
      case 'delete':
        return removeSkill(deps, owner, { id: idOf(step.nth) })
      case 'restore':
        await restoreSkill(deps, owner, { id: idOf(step.nth), slug: step.slug })
        return
      case 'wait':
        clock.advance((step.days * tombstoneLifetime) / 30)
        await purgeSkills(deps, { sweep: '0'.repeat(32) })
    }
  }

  it('B8: slugs stay unique, chains whole, and nothing is lost before its 30 days are over', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const all = await catalog()
        const { store, owner, clock } = all
        const viewer = owner.principal.userId
        const known: SkillId[] = []
        /** When each was deleted last. */
        const deletedAt = new Map<SkillId, number>()
        for (const step of given) {
          const live = new Set(
            (await store.skills.list(viewer, {}, { limit: 50 })).items.map((s) => s.id),
          )
          await apply(all, known, step).catch((error: unknown) => {
            if (!isProblemError(error)) throw error
          })
          const skills = (await store.skills.list(viewer, {}, { limit: 50 })).items
          for (const id of live) {
            if (!skills.some((skill) => skill.id === id)) deletedAt.set(id, clock.now())
          }
          const handles = skills.map((skill) => slugKey(skill.scope, skill.slug))
          expect(new Set(handles).size).toBe(handles.length)
          for (const { id, head } of skills) {
            const chain = await store.skills.revisions(viewer, id)
            expect(chain.map(({ number }) => number)).toEqual(
              Array.from({ length: head.number }, (_, index) => head.number - index),
            )
          }
          const deleted = (await listDeletedSkills(store, owner.principal, { limit: 50 })).items
          const there = new Set(
            [...skills, ...deleted.map(({ skill }) => skill)].map(({ id }) => id),
          )
          expect(there.size).toBe(skills.length + deleted.length)
          for (const id of known) {
            const over = clock.now() - (deletedAt.get(id) ?? clock.now()) >= tombstoneLifetime
            expect([id, there.has(id)]).toEqual([id, there.has(id) || !over])
          }
        }
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})
