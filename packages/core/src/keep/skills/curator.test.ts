import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SkillId, TenantId, UserId } from '../../base/ids.ts'
import { defaultSettings } from '../../domain/settings.ts'
import type { CheckedContent, Provenance, Skill } from '../../domain/skill.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createInMemoryStore } from '../../testing/in-memory-store.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { createSequentialIds } from '../../testing/sequential-ids.ts'
import { idleSkills, sweepSkills } from './curator.ts'

const day = 24 * 60 * 60 * 1000
const now = 1000 * day
const ann = 'usr_ann' as UserId
const provenances: readonly Provenance[] = [
  'authored',
  'imported',
  'integration',
  'catalog',
  'agent',
]

function made(
  slug: string,
  provenance: Provenance,
  scope: CheckedContent['scope'] = { kind: 'org' },
) {
  const given = sampleContent(slug, 'Body.', { scope })
  return { ...given, origin: { ...given.origin, provenance } }
}

async function library(arrivals: readonly CheckedContent[], afterDays = 30) {
  const clock = createFixedClock(now)
  const ids = createSequentialIds()
  const store = createInMemoryStore({ clock, ids })
  const id = 'ten_1' as TenantId
  await store.directory.createTenant({ id, name: 'T', createdAt: 0 })
  const tenant = store.tenant(id)
  await tenant.settings.put({ ...defaultSettings, archiveAgentSkillsAfterDays: afterDays })
  await tenant.skills.save(arrivals, 'create')
  const deps = { store: tenant, clock, ids }
  const all = async (): Promise<readonly Skill[]> =>
    (await tenant.skills.indexable(null, 500)).map(({ skill }) => skill)
  const use = async (skillsUsed: readonly SkillId[]) => {
    const conversationId = ids.next('cnv') as never
    const times = { createdAt: clock.now(), updatedAt: clock.now() }
    const session = { active: [] } as never
    const conversation = {
      id: conversationId,
      userId: ann,
      title: '',
      agentId: null,
      session,
      headSeq: 0,
      ...times,
    }
    await tenant.conversations.create(conversation)
    const step = { expectedSeq: 0, runId: null, traceId: '', events: [], skillsUsed }
    await tenant.conversations.append(conversationId, step, clock.now())
  }
  return { deps, tenant, clock, all, use }
}

const sweep = 'a'.repeat(32)

describe('D9: the curator', () => {
  it('archives unused skills of agents completely, and records why', async () => {
    const { deps, tenant, clock, all } = await library([made('old', 'agent')])
    clock.advance(31 * day)
    const found = await sweepSkills(deps, { sweep })
    expect(found).toMatchObject([{ idleDays: 31, skill: { slug: 'old', enabled: false } }])
    const [skill] = await all()
    expect(skill).toMatchObject({ archivedAt: clock.now(), head: { number: 1 } })
    const { items } = await tenant.audit.list({ traceId: sweep }, { limit: 9 })
    expect(items).toMatchObject([
      {
        action: 'skill-archived',
        actor: null,
        target: skill?.id,
        details: { by: 'curator', idle_days: 31, after_days: 30 },
      },
    ])
  })

  it('a use or change restarts the idle time', async () => {
    const { deps, clock, all, use, tenant } = await library([
      made('a', 'agent'),
      made('b', 'agent'),
    ])
    const [a, b] = await all()
    if (!a || !b) throw new Error('no skills')
    clock.advance(29 * day)
    await use([a.id])
    await tenant.skills.update(ann, b.id, { arrival: made('b', 'agent') })
    await tenant.skills.update(ann, b.id, { enabled: false })
    await tenant.skills.update(ann, b.id, { enabled: true })
    clock.advance(29 * day)
    expect(await sweepSkills(deps, { sweep })).toEqual([])
    clock.advance(day)
    expect(await sweepSkills(deps, { sweep })).toHaveLength(2)
  })

  it('an unarchived skill stays for another idle period', async () => {
    const { deps, tenant, clock, all } = await library([made('a', 'agent')])
    clock.advance(31 * day)
    await sweepSkills(deps, { sweep })
    const [skill] = await all()
    if (!skill) throw new Error('no skill')
    await tenant.skills.update(ann, skill.id, { archived: false })
    clock.advance(29 * day)
    expect(await sweepSkills(deps, { sweep })).toEqual([])
  })

  it('0 days disable it, and a dry run changes nothing', async () => {
    const { deps, tenant, clock, all } = await library([made('a', 'agent')])
    clock.advance(400 * day)
    const before = await all()
    expect(await sweepSkills(deps, { sweep, dryRun: true })).toMatchObject([{ idleDays: 400 }])
    await tenant.settings.put({ ...defaultSettings, archiveAgentSkillsAfterDays: 0 })
    expect(await sweepSkills(deps, { sweep })).toEqual([])
    expect(await all()).toEqual(before)
    expect((await tenant.audit.list({}, { limit: 9 })).items).toEqual([])
  })

  it('concurrent replicas archive each skill once, with one audit entry', async () => {
    const arrivals = Array.from({ length: 7 }, (_, index) => made(`s${index}`, 'agent'))
    const { deps, tenant, clock, all } = await library(arrivals)
    clock.advance(31 * day)
    const sweeps = await Promise.all(
      ['b', 'c', 'd'].map((letter) => sweepSkills(deps, { sweep: letter.repeat(32) })),
    )
    expect(sweeps.flat()).toHaveLength(7)
    expect((await all()).every(({ version }) => version === 2)).toBe(true)
    expect((await tenant.audit.list({}, { limit: 50 })).items).toHaveLength(7)
  })

  it('a skill used between the query and the update stays', async () => {
    const { deps, tenant, clock, all, use } = await library([made('a', 'agent')])
    clock.advance(31 * day)
    const [skill] = await all()
    if (!skill) throw new Error('no skill')
    const { skills } = tenant
    const late = {
      ...tenant,
      skills: {
        ...skills,
        listByProvenance: async (...args: Parameters<typeof skills.listByProvenance>) => {
          const page = await skills.listByProvenance(...args)
          if (page.length > 0) await use([skill.id])
          return page
        },
      },
    }
    expect(await sweepSkills({ ...deps, store: late }, { sweep })).toEqual([])
    expect((await all())[0]?.archivedAt).toBeNull()
  })

  it('archives only idle skills of agents, and deletes none (property)', async () => {
    const anySkill = fc.record({
      provenance: fc.constantFrom(...provenances),
      mine: fc.boolean(),
      enabled: fc.boolean(),
      used: fc.option(fc.integer({ min: 0, max: 80 })),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(anySkill, { maxLength: 12 }),
        fc.integer({ min: 0, max: 60 }),
        async (wanted, afterDays) => {
          const scope = (mine: boolean) =>
            mine ? ({ kind: 'user', userId: ann } as const) : ({ kind: 'org' } as const)
          const arrivals = wanted.map(({ provenance, mine, enabled }, index) => ({
            ...made(`s${index}`, provenance, scope(mine)),
            enabled,
          }))
          const { deps, clock, all, use } = await library(arrivals, afterDays)
          const slugs = (await all()).map(({ slug }) => slug)
          const start = clock.now()
          for (const [index, { used }] of wanted.entries()) {
            if (used === null) continue
            clock.set(start + used * day)
            const skill = (await all()).find(({ slug }) => slug === `s${index}`)
            if (skill) await use([skill.id])
          }
          clock.set(start + 80 * day)
          const before = await all()
          await sweepSkills(deps, { sweep })
          const after = await all()
          expect(after.map(({ slug }) => slug)).toEqual(slugs)
          for (const [index, skill] of after.entries()) {
            const was = before[index]
            const { provenance, enabled, used } = wanted[Number(skill.slug.slice(1))] ?? {}
            const idleDays = 80 - (used ?? 0)
            const due = provenance === 'agent' && enabled && afterDays > 0 && idleDays >= afterDays
            if (due) expect(skill).toMatchObject({ archivedAt: clock.now(), head: was?.head })
            else expect(skill).toEqual(was)
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  it('the idle time counts whole days', () => {
    const skill = { ...made('a', 'agent'), updatedAt: 0, lastUsedAt: null, archivedAt: null }
    const given = [skill as unknown as Skill]
    const at = (time: number) => idleSkills(given, { afterDays: 30, now: time }).length
    expect([at(30 * day - 1), at(30 * day)]).toEqual([0, 1])
  })
})
