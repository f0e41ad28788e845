import type { RevisionDigest, SkillId, TraceId } from '@repertoire/core/base'
import type { CheckedContent, Skill } from '@repertoire/core/domain'
import type { PageRequest, ReviewFilter, TenantStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { checkedContent } from './checked-content.ts'
import { allPages, rejection } from './expectations.ts'
import { cleanTrust, noAudit, toHold } from './pending-revision-fixture.ts'
import { ann, bob, forEveryStore, type StoreFixture } from './store-fixture.ts'

const decision = { by: ann, note: 'read it', now: 9 } as const

async function holding(fixture: StoreFixture, given: CheckedContent = checkedContent('deploy')) {
  const tenant = await fixture.tenant()
  const item = toHold(fixture, given)
  await tenant.reviews.hold([item])
  return { tenant, held: item.held, given, item }
}

const approval = (given: CheckedContent, enable = true) => ({
  ...{ ...decision, arrival: given, expectedHead: null, enable, auditOf: noAudit },
})

async function approved(fixture: StoreFixture, given?: CheckedContent) {
  const made = await holding(fixture, given)
  const outcome = await made.tenant.reviews.approve(made.held.id, approval(made.given))
  if (outcome.status !== 'approved') throw new Error('not approved')
  return { ...made, skill: outcome.skill }
}

const revocation = (digest: RevisionDigest) => ({
  ...{ digest, severity: 'critical' as const, reason: 'It steals keys.', url: null },
  ...{ by: ann, at: 3 },
})

/** Everything that agents, search and people read skills by. */
async function visible({ skills }: TenantStore) {
  const { items } = await skills.list(ann, {}, { limit: 50 })
  const indexed = await skills.indexable(null, 50)
  return { items, indexed, changes: await skills.changesAfter(0, 50) }
}

forEveryStore('held arrivals', (fixture) => {
  test('D10: what waits reads back complete, and is nowhere among the skills', async () => {
    const given = checkedContent('deploy', { files: { 'run.sh': 'echo hi', 'x/y.txt': 'text' } })
    const { tenant, held, item } = await holding(fixture, given)
    expect(await tenant.reviews.get(held.id, 'imports')).toEqual(held)
    const files = await tenant.reviews.files(held.id, 'imports')
    const byPath = (list: typeof files) =>
      [...(list ?? [])].map(({ path, bytes, executable }) => [path, [...bytes], executable])
    expect(byPath(files)).toEqual(byPath(item.files))
    const bytes = await tenant.reviews.file(held.id, 'imports', 'run.sh')
    expect(new TextDecoder().decode(bytes ?? undefined)).toBe('echo hi')
    expect(await tenant.reviews.file(held.id, 'imports', 'none')).toBeNull()
    expect(await visible(tenant)).toEqual({ items: [], indexed: [], changes: [] })
  })

  test('what the audit log keeps of an approval is written with it, and only then', async () => {
    const { tenant, held, given } = await holding(fixture)
    const entry = { id: 'aud_1', at: 9, actor: ann, credentialId: null, address: null }
    const auditOf = ({ skill }: { readonly skill: Skill }) => [
      {
        ...entry,
        traceId: 't' as TraceId,
        action: 'arrival-approved',
        target: skill.id,
        details: {},
      },
    ]
    const approving = { ...approval(given), auditOf }
    await tenant.reviews.approve(held.id, approving)
    await tenant.reviews.approve(held.id, approving)
    const { items } = await tenant.audit.list({ action: 'arrival-approved' }, { limit: 5 })
    const [head] = (await tenant.skills.list(ann, {}, { limit: 5 })).items
    expect(items.map(({ id, target }) => ({ id, target }))).toEqual([
      { id: 'aud_1', target: head?.id },
    ])
  })

  test('another organisation neither reads nor decides it', async () => {
    const { held, given } = await holding(fixture)
    const { reviews } = await fixture.tenant()
    expect(await reviews.get(held.id, 'imports')).toBeNull()
    expect(await reviews.files(held.id, 'imports')).toBeNull()
    expect(await reviews.file(held.id, 'imports', 'SKILL.md')).toBeNull()
    expect(await reviews.list({ audience: 'imports' }, { limit: 5 })).toMatchObject({ items: [] })
    expect(await reviews.approve(held.id, approval(given))).toEqual({ status: 'decided' })
    const change = { ...decision, from: ['held'], to: 'rejected' } as const
    expect(await reviews.decide(held.id, change)).toBeNull()
    expect(await reviews.trustOf([held.digest])).toEqual(new Map())
  })

  test('holding it again changes nothing; a newer one of the entry supersedes it', async () => {
    const { tenant, held, item } = await holding(fixture)
    await tenant.reviews.hold([{ ...item, held: { ...held, note: 'again' } }])
    expect(await tenant.reviews.get(held.id, 'imports')).toEqual(held)
    const newer = toHold(fixture, checkedContent('deploy', { body: 'newer' }), { createdAt: 6 })
    await tenant.reviews.hold([newer])
    expect(await tenant.reviews.get(held.id, 'imports')).toMatchObject({
      ...{ state: 'superseded', decidedBy: null, note: expect.stringContaining('newer one') },
    })
    expect(await tenant.reviews.countPending('imports')).toBe(1)
    const outcome = await tenant.reviews.approve(held.id, approval(checkedContent('deploy')))
    expect(outcome).toEqual({ status: 'decided' })
  })

  test('lists newest first, by state, kind, verdict and skill', async () => {
    const tenant = await fixture.tenant()
    const base = 'sha256:b' as RevisionDigest
    const make = (slug: string, change: Parameters<typeof toHold>[2]) =>
      toHold(fixture, checkedContent(slug), change)
    await tenant.reviews.hold([
      make('a', { createdAt: 1 }),
      make('b', { createdAt: 2, verdict: 'review', baseDigest: base }),
      make('c', { createdAt: 3 }),
    ])
    const slugs = async (filter: Omit<ReviewFilter, 'audience'>) => {
      const list = (page: PageRequest) =>
        tenant.reviews.list({ ...filter, audience: 'imports' }, page)
      return (await allPages(list, 2)).map(({ slug }) => slug)
    }
    expect(await slugs({})).toEqual(['c', 'b', 'a'])
    expect(await slugs({ kinds: ['update'] })).toEqual(['b'])
    expect(await slugs({ kinds: ['import'] })).toEqual(['c', 'a'])
    expect(await slugs({ verdicts: ['review'] })).toEqual(['b'])
    expect(await slugs({ states: ['approved'] })).toEqual([])
  })

  test('find the offers of a skill by its id; those of earlier releases by slug, or as its move', async () => {
    const tenant = await fixture.tenant()
    const [mine, other] = ['skl_mine' as SkillId, 'skl_other' as SkillId]
    const offerOf = (
      slug: string,
      offeredSkillId: SkillId | null,
      skillId: SkillId | null = null,
    ) =>
      toHold(fixture, checkedContent(slug), {
        ...{ skillId, sourceId: null, createdAt: 1 },
        proposal: {
          ...{ person: ann, conversationId: null, runId: null, offeredSkillId },
          ...{ traceId: '', scope: 'org', reason: '' },
        },
      })
    const items = [
      offerOf('deploy', mine),
      offerOf('earlier-slug', mine),
      offerOf('deploy', other),
      offerOf('deploy', null),
      offerOf('moved', null, mine),
      offerOf('unlike', null),
    ]
    await tenant.reviews.hold(items)
    await tenant.reviews.hold([toHold(fixture, checkedContent('deploy'))])
    const found = async (offered: { id: SkillId; slug: string | null }) => {
      const audience = { person: ann, organisation: false }
      const page = await tenant.reviews.list({ audience, offered }, { limit: 50 })
      return page.items.map(({ id }) => items.findIndex(({ held }) => held.id === id)).sort()
    }
    expect(await found({ id: mine, slug: 'deploy' })).toEqual([0, 1, 3, 4])
    expect(await found({ id: mine, slug: null })).toEqual([0, 1, 4])
    expect(await found({ id: other, slug: 'roll-out' })).toEqual([2])
  })

  test('pages over arrivals of the same moment give each once', async () => {
    const tenant = await fixture.tenant()
    const slugs = ['a', 'b', 'c', 'd', 'e']
    await tenant.reviews.hold(slugs.map((slug) => toHold(fixture, checkedContent(slug))))
    const listed = await allPages(
      (page) => tenant.reviews.list({ audience: 'imports', states: ['held'] }, page),
      2,
    )
    expect(listed.map(({ slug }) => slug).sort()).toEqual(slugs)
  })

  test('of an approval and a rejection at once exactly one counts', async () => {
    const { tenant, held, given } = await holding(fixture)
    const [approved, rejected] = await Promise.all([
      tenant.reviews.approve(held.id, approval(given)),
      tenant.reviews.decide(held.id, { ...decision, from: ['held'], to: 'rejected' }),
    ])
    expect(approved.status === 'approved').toBe(rejected === null)
    const count = (await visible(tenant)).items.length
    expect(count).toBe(approved.status === 'approved' ? 1 : 0)
  })

  test('D10: an approval writes the skill with its files, and notes who decided', async () => {
    const given = checkedContent('deploy', { files: { 'x.txt': 'text' } })
    const { tenant, held, skill } = await approved(fixture, given)
    expect(await tenant.reviews.get(held.id, 'imports')).toMatchObject({
      ...{ state: 'approved', skillId: skill.id, decidedBy: ann, decidedAt: 9, note: 'read it' },
    })
    const stored = await tenant.skills.get(ann, skill.id)
    expect(stored).toMatchObject({ enabled: true, slug: 'deploy', head: { number: 1 } })
    const bytes = await tenant.skills.file(ann, skill.id, given.facts.digest, 'x.txt')
    expect(new TextDecoder().decode(bytes ?? undefined)).toBe('text')
    expect((await visible(tenant)).changes).toHaveLength(1)
  })

  test('of two decisions at once the first counts', async () => {
    const { tenant, held, given } = await holding(fixture)
    const outcomes = await Promise.all([
      tenant.reviews.approve(held.id, approval(given)),
      tenant.reviews.approve(held.id, approval(given)),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['approved', 'decided'])
    expect((await visible(tenant)).items).toHaveLength(1)
  })

  test('an approval against another head, or for a taken slug, writes nothing', async () => {
    const { tenant, held, given } = await holding(fixture)
    await tenant.skills.save([checkedContent('deploy', { body: 'other' })], 'create')
    expect(await tenant.reviews.approve(held.id, approval(given))).toMatchObject({
      ...{ status: 'stale', skill: { slug: 'deploy' } },
    })
    expect((await tenant.reviews.get(held.id, 'imports'))?.state).toBe('held')
    const [skill] = (await visible(tenant)).items
    const update = toHold(fixture, given, { skillId: skill?.id ?? null })
    await tenant.reviews.hold([update])
    const wrong = { ...approval(given), expectedHead: 'sha256:0' as RevisionDigest }
    expect((await tenant.reviews.approve(update.held.id, wrong)).status).toBe('stale')
    const right = { ...approval(given), expectedHead: skill?.head.digest ?? null }
    expect((await tenant.reviews.approve(update.held.id, right)).status).toBe('approved')
  })

  test('whoever approved a content is known, and nobody where a policy applied it', async () => {
    const { tenant, held } = await approved(fixture)
    expect(await tenant.reviews.approvers(held.digest)).toEqual([ann])
    const only = [{ digest: held.digest, by: ann }]
    expect(await tenant.reviews.approvedContents(5)).toEqual(only)
    const applied = checkedContent('applied')
    const state = { state: 'approved', decidedAt: 9, decidedBy: null } as const
    await tenant.reviews.hold([toHold(fixture, applied, state)])
    expect(await tenant.reviews.approvers(applied.facts.digest)).toEqual([])
    const waiting = checkedContent('waiting')
    await tenant.reviews.hold([toHold(fixture, waiting)])
    expect(await tenant.reviews.approvers(waiting.facts.digest)).toEqual([])
    expect(await tenant.reviews.approvedContents(5)).toEqual(only)
    expect(await tenant.reviews.approvedContents(0)).toEqual([])
  })

  test('a rejected content is known, and can be taken back', async () => {
    const { tenant, held } = await holding(fixture)
    const { reviews } = tenant
    const rejected = await reviews.decide(held.id, {
      ...{ ...decision, from: ['held'], to: 'rejected' },
    })
    expect(rejected).toMatchObject({ state: 'rejected', decidedBy: ann })
    const other = 'sha256:0' as RevisionDigest
    expect(await reviews.isRejected(held.digest)).toBe(true)
    expect(await reviews.isRejected(other)).toBe(false)
    expect(await reviews.decide(held.id, { ...decision, from: ['held'], to: 'held' })).toBeNull()
    await reviews.decide(held.id, { ...decision, from: ['rejected'], to: 'held' })
    expect(await reviews.isRejected(held.digest)).toBe(false)
    expect(await reviews.countPending('imports')).toBe(1)
  })

  test('what is known of contents is kept by digest and by the version of the rules', async () => {
    const { tenant, held } = await holding(fixture)
    const { reviews } = tenant
    expect(await reviews.trustOf([held.digest])).toEqual(new Map([[held.digest, cleanTrust]]))
    expect(await reviews.trustOf([held.digest], 'rules-2')).toEqual(new Map())
    const scan = { ...cleanTrust.scan, ruleset: 'rules-2', verdict: 'review' } as const
    const report = { ...cleanTrust, scan }
    await reviews.saveTrust(new Map([[held.digest, report]]), 9)
    expect(await reviews.trustOf([held.digest], 'rules-2')).toEqual(
      new Map([[held.digest, report]]),
    )
  })
})

forEveryStore('revocations', (fixture) => {
  test('a revoked content is switched off, and nothing switches it on again', async () => {
    const { tenant, skill, given } = await approved(fixture)
    const { digest } = given.facts
    expect(await tenant.reviews.revoke(revocation(digest))).toMatchObject([
      { id: skill.id, enabled: false },
    ])
    expect((await tenant.skills.get(ann, skill.id))?.enabled).toBe(false)
    const enabling = tenant.skills.update(ann, skill.id, { enabled: true })
    expect(await rejection(enabling)).toBe('skill.revoked')
    expect(await tenant.reviews.revoke(revocation(digest))).toEqual([])
    expect(await tenant.reviews.revocations()).toEqual([revocation(digest)])
  })

  test('no way in stores it: not an import, an update, an approval or a restore', async () => {
    const { tenant, skill, given } = await approved(fixture)
    const { skills, reviews, tombstones } = tenant
    await skills.remove(ann, skill.id)
    await reviews.revoke(revocation(given.facts.digest))
    expect(await rejection(tombstones.restore(ann, skill.id))).toBe('skill.revoked')
    expect(await rejection(skills.save([given], 'upsert'))).toBe('skill.revoked')
    const again = toHold(fixture, given)
    await reviews.hold([again])
    expect(await rejection(reviews.approve(again.held.id, approval(given)))).toBe('skill.revoked')
    expect((await reviews.get(again.held.id, 'imports'))?.state).toBe('held')
    const [other] = await skills.save([checkedContent('other')], 'create')
    if (other?.status !== 'created') throw new Error('not created')
    const update = skills.update(ann, other.skill.id, { arrival: given })
    expect(await rejection(update)).toBe('skill.revoked')
    expect((await visible(tenant)).items).toHaveLength(1)
  })

  test('a conversation loses it, also as an earlier revision', async () => {
    const { tenant, skill, given } = await approved(fixture)
    await tenant.skills.save([checkedContent('deploy', { body: 'newer' })], 'upsert')
    const { slug, name } = { slug: skill.slug, name: skill.head.name }
    const active = {
      ...{ skillId: skill.id, digest: given.facts.digest, slug, name },
      ...{ contentLength: 1, sourceType: 'manual' as const },
    }
    expect(await tenant.skills.withdrawn(ann, [active])).toEqual([])
    await tenant.reviews.revoke(revocation(given.facts.digest))
    expect(await tenant.skills.withdrawn(ann, [active])).toEqual([{ ...active, reason: 'revoked' }])
    expect((await tenant.skills.get(ann, skill.id))?.enabled).toBe(true)
  })

  test('taking it back enables nothing, and lets people enable it', async () => {
    const { tenant, skill, given } = await approved(fixture)
    await tenant.reviews.revoke(revocation(given.facts.digest))
    expect(await tenant.reviews.restore(given.facts.digest)).toBe(true)
    expect(await tenant.reviews.restore(given.facts.digest)).toBe(false)
    expect((await tenant.skills.get(ann, skill.id))?.enabled).toBe(false)
    const enabled = await tenant.skills.update(ann, skill.id, { enabled: true })
    expect(enabled.enabled).toBe(true)
  })

  test('another organisation goes on with the same content', async () => {
    const one = await approved(fixture)
    const other = await approved(fixture)
    await one.tenant.reviews.revoke(revocation(one.given.facts.digest))
    expect((await other.tenant.skills.get(bob, other.skill.id))?.enabled).toBe(true)
    expect(await other.tenant.reviews.revocations()).toEqual([])
  })
})
