import type { AgentId, RevisionDigest, SkillId } from '@repertoire/core/base'
import { type Conversation, noUsage, type UsageRow } from '@repertoire/core/domain'
import type { SkillPairUsage, UsageGrouping } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { rejection } from './expectations.ts'
import { ann, batch, bob, forEveryStore, newConversation, newRun } from './store-fixture.ts'

const brief = { skillId: 'skl_brief' as SkillId, digest: 'sha256:1' as RevisionDigest }
const legal = { skillId: 'skl_legal' as SkillId, digest: 'sha256:2' as RevisionDigest }
const nothing = { skillId: null, digest: null }
const where = { agentId: 'agt_1' as AgentId, model: 'large' }
const range = { fromDay: 0, toDay: 100 }
const everything = { ...range, by: null, person: null } as const

const row = (change: Partial<UsageRow> = {}): UsageRow => ({
  ...{ ...noUsage, ...nothing, ...where, day: 5, modelCalls: 1, costNanos: 10, ...change },
})

forEveryStore('usage', (fixture) => {
  async function talk(rows: readonly UsageRow[], of: Partial<Conversation> = {}) {
    const tenant = await fixture.tenant()
    const conversation = { ...newConversation(fixture), ...of }
    await tenant.conversations.create(conversation)
    const put = (foldedTo: number, some = rows) =>
      tenant.usage.put({ conversationId: conversation.id, foldedTo, rows: some })
    await put(1)
    return { tenant, conversation, put }
  }
  const grouped = async (
    { usage }: Awaited<ReturnType<typeof fixture.tenant>>,
    by: UsageGrouping,
    more: object = {},
  ) => usage.groups({ ...everything, by, ...more }, 50)

  test('a conversation counts once, however often its numbers are written, and as far as its log was read last', async () => {
    const { tenant, put } = await talk([row(), row({ ...brief, bestRank: 3, offered: 1 })])
    expect(await put(1, [row({ modelCalls: 99 })])).toBe(false)
    expect(await put(0, [row({ modelCalls: 99 })])).toBe(false)
    const [before] = await tenant.usage.groups(everything, 1)
    expect(before).toEqual({ key: {}, facts: { ...noUsage, modelCalls: 1, costNanos: 10 } })
    expect(await put(2, [row({ modelCalls: 4 })])).toBe(true)
    const [after] = await tenant.usage.groups(everything, 1)
    expect(after?.facts).toMatchObject({ modelCalls: 4, costNanos: 10 })
    expect(await grouped(tenant, 'skill')).toEqual([])
    expect(await grouped(tenant, 'revision')).toEqual([])
  })

  test('pairs are replaced with their conversation, of one person or of all, the latest first, and go when it is deleted', async () => {
    const pair = (day: number, runsFailed = 0) => ({
      ...{ day, skillId: brief.skillId, otherId: legal.skillId, runsCompleted: 1, runsFailed },
    })
    const tenant = await fixture.tenant()
    const [hers, his] = [newConversation(fixture), newConversation(fixture, bob)]
    await tenant.conversations.create(hers)
    await tenant.conversations.create(his)
    const put = (conversationId: typeof hers.id, foldedTo: number, pairs: SkillPairUsage[]) =>
      tenant.usage.put({ conversationId, foldedTo, rows: [], pairs })
    await put(hers.id, 1, [pair(3), pair(5)])
    await put(hers.id, 2, [pair(3), pair(5, 2)])
    await put(his.id, 1, [pair(4), pair(101)])
    const found = (more: object = {}) => tenant.usage.pairs({ ...everything, ...more }, 50)
    expect(await found()).toEqual([pair(5, 2), pair(4), pair(3)])
    expect(await found({ person: bob })).toEqual([pair(4)])
    expect(await found({ fromDay: 4 })).toEqual([pair(5, 2), pair(4)])
    expect(await tenant.usage.pairs(everything, 1)).toEqual([pair(5, 2)])
    await tenant.conversations.remove(ann, hers.id)
    expect(await found()).toEqual([pair(4)])
    await tenant.usage.clear()
    expect(await found()).toEqual([])
  })

  test('sums are by skill, revision, agent, model and day, within the days and the filters', async () => {
    const second = { ...brief, digest: 'sha256:3' as RevisionDigest }
    const rows = [
      row({ modelCalls: 3 }),
      row({ day: 6, model: null, agentId: null }),
      row({ day: 101 }),
      row({ ...brief, modelCalls: 2, offered: 1, bestRank: 4 }),
      row({ ...second, day: 6, offered: 1, bestRank: 2 }),
      row({ ...legal }),
    ]
    const { tenant } = await talk(rows)
    const calls = async (by: UsageGrouping, more: object = {}) =>
      (await grouped(tenant, by, more)).map(({ key, facts }) => [key, facts.modelCalls])
    expect(await calls('skill')).toEqual([
      [{ skillId: brief.skillId }, 3],
      [{ skillId: legal.skillId }, 1],
    ])
    expect((await grouped(tenant, 'skill'))[0]?.facts).toMatchObject({ offered: 2, bestRank: 2 })
    expect(await calls('revision')).toEqual([
      [brief, 2],
      [second, 1],
      [legal, 1],
    ])
    expect(await calls('agent')).toEqual([
      [{ agentId: where.agentId }, 3],
      [{ agentId: null }, 1],
    ])
    expect(await calls('model')).toEqual([
      [{ model: 'large' }, 3],
      [{ model: null }, 1],
    ])
    expect(await calls('day')).toEqual([
      [{ day: 5 }, 3],
      [{ day: 6 }, 1],
    ])
    expect(await calls('skill', { agentId: 'agt_2' })).toEqual([])
    expect(await calls('skill', { model: 'large', skillId: legal.skillId })).toEqual([
      [{ skillId: legal.skillId }, 1],
    ])
    expect(await calls('day', { skillId: brief.skillId })).toEqual([
      [{ day: 5 }, 2],
      [{ day: 6 }, 1],
    ])
    expect(await tenant.usage.groups({ ...everything, by: 'skill' }, 1)).toHaveLength(1)
  })

  test('a person’s numbers are those of their own conversations', async () => {
    const { tenant } = await talk([row(), row({ ...brief })])
    const other = newConversation(fixture, bob)
    await tenant.conversations.create(other)
    await tenant.usage.put({ conversationId: other.id, foldedTo: 1, rows: [row({ ...legal })] })
    const of = async (person: typeof ann) =>
      (await grouped(tenant, 'skill', { person })).map(({ key }) => key.skillId)
    expect(await of(ann)).toEqual([brief.skillId])
    expect(await of(bob)).toEqual([legal.skillId])
    const [none] = await tenant.usage.groups({ ...everything, person: bob }, 1)
    expect(none?.facts).toEqual(noUsage)
  })

  test('a deleted conversation leaves every sum, and its best rank with it', async () => {
    const { tenant, conversation } = await talk([row({ ...brief, offered: 1, bestRank: 1 })])
    const kept = newConversation(fixture)
    await tenant.conversations.create(kept)
    const rows = [row({ ...brief, offered: 2, bestRank: 7 }), row({ ...legal, bestRank: null })]
    await tenant.usage.put({ conversationId: kept.id, foldedTo: 1, rows })
    await tenant.conversations.remove(ann, conversation.id)
    for (const by of ['skill', 'revision'] as const) {
      const [first] = await grouped(tenant, by)
      expect(first?.facts).toMatchObject({ offered: 2, bestRank: 7 })
    }
    await tenant.conversations.remove(ann, kept.id)
    for (const by of ['skill', 'revision', 'day'] as const) {
      expect(await grouped(tenant, by)).toEqual([])
    }
    const late = tenant.usage.put({ conversationId: kept.id, foldedTo: 2, rows })
    expect(await rejection(late)).toBe('conversation.not-found')
  })

  test('somebody who deletes a conversation that is not theirs changes no sum', async () => {
    const { tenant, conversation } = await talk([row()])
    expect(await rejection(tenant.conversations.remove(bob, conversation.id))).toBe(
      'conversation.not-found',
    )
    expect((await tenant.usage.groups(everything, 1))[0]?.facts.modelCalls).toBe(1)
  })

  test('a conversation is behind until its numbers are from its whole log, and not while a run writes to it', async () => {
    const { tenant, conversation } = await talk([])
    const { id, userId, agentId } = conversation
    const behind = (ids?: (typeof id)[]) =>
      tenant.usage.behind({ ...(ids && { ids }), after: null, limit: 9 })
    expect(await behind()).toEqual([])
    const run = newRun(fixture, id)
    await tenant.conversations.append(id, batch(0, ['a', 'b'], { startRun: run }), 1)
    expect(await behind()).toEqual([])
    const end = { run: { id: run.id, status: 'completed' } } as const
    await tenant.conversations.append(id, batch(2, ['c'], end), 2)
    const expected = [{ id, userId, agentId, headSeq: 3 }]
    expect(await behind()).toEqual(expected)
    expect(await behind([id])).toEqual(expected)
    expect(await behind(['cnv_other' as typeof id])).toEqual([])
    expect(await tenant.usage.behind({ after: id, limit: 9 })).toEqual([])
    await tenant.usage.put({ conversationId: id, foldedTo: 3, rows: [] })
    expect(await behind()).toEqual([])
    await tenant.usage.clear()
    expect(await behind()).toEqual(expected)
  })

  test('numbers that are written again after all were removed give the same sums', async () => {
    const rows = [row(), row({ ...brief, bestRank: 2, offered: 3 }), row({ ...legal, day: 6 })]
    const { tenant, put } = await talk(rows)
    const all = async () =>
      Promise.all((['skill', 'revision', 'day'] as const).map(async (by) => grouped(tenant, by)))
    const before = await all()
    await tenant.usage.clear()
    expect(await all()).toEqual([[], [], []])
    await put(1)
    expect(await all()).toEqual(before)
  })

  test('two writers of many conversations at once lose nothing', async () => {
    const tenant = await fixture.tenant()
    const other = (await fixture.openAnother()).tenant(tenant.tenantId)
    const conversations = Array.from({ length: 6 }, () => newConversation(fixture))
    for (const one of conversations) await tenant.conversations.create(one)
    await Promise.all(
      conversations.flatMap(({ id: conversationId }) =>
        [tenant, other].map(({ usage }) =>
          usage.put({ conversationId, foldedTo: 1, rows: [row(), row({ ...brief })] }),
        ),
      ),
    )
    expect((await grouped(tenant, 'skill'))[0]?.facts.modelCalls).toBe(6)
    expect((await tenant.usage.groups(everything, 1))[0]?.facts.costNanos).toBe(60)
  })
})
