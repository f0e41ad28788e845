import type { AgentId, ConversationId, RevisionDigest, SkillId } from '@repertoire/core/base'
import { addUsage, noUsage, type UsageFacts, type UsageRow } from '@repertoire/core/domain'
import {
  type UsageGroup,
  type UsageGrouping,
  type UsageQuery,
  usageDimensions,
} from '@repertoire/core/ports'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ann, forEveryStore, newConversation } from './store-fixture.ts'

const skills = [
  { skillId: null, digest: null },
  { skillId: 'skl_1' as SkillId, digest: 'sha256:1' as RevisionDigest },
  { skillId: 'skl_1' as SkillId, digest: 'sha256:2' as RevisionDigest },
  { skillId: 'skl_2' as SkillId, digest: 'sha256:3' as RevisionDigest },
]
const agents = ['agt_1' as AgentId, null]
const models = ['large', 'small', null]

const anyRow: fc.Arbitrary<UsageRow> = fc
  .record({
    day: fc.integer({ min: 0, max: 40 }),
    skill: fc.constantFrom(...skills),
    agentId: fc.constantFrom(...agents),
    model: fc.constantFrom(...models),
    modelCalls: fc.nat(9),
    latencyTo4000: fc.nat(9),
    rank: fc.option(fc.integer({ min: 1, max: 9 })),
  })
  .map(({ skill, rank, ...row }) => {
    return { ...noUsage, ...row, ...skill, bestRank: skill.skillId === null ? null : rank }
  })
const keyOf = ({ day, skillId, digest, agentId, model }: UsageRow) =>
  JSON.stringify([day, skillId, digest, agentId, model])
const anyRows = fc.uniqueArray(anyRow, { selector: keyOf, maxLength: 12 })

/** Conversations whose numbers are replaced as their logs grow, or that are deleted. */
const history = fc.array(
  fc.record({ conversation: fc.nat(2), rows: anyRows, isDeleted: fc.boolean() }),
  { maxLength: 6 },
)
const anyQuery: fc.Arbitrary<UsageQuery> = fc.record(
  {
    fromDay: fc.integer({ min: 0, max: 40 }),
    toDay: fc.integer({ min: 0, max: 40 }),
    by: fc.constantFrom(null, ...usageDimensions),
    person: fc.constant(null),
    skillId: fc.constant('skl_1' as SkillId),
    agentId: fc.constant('agt_1' as AgentId),
    model: fc.constant('large'),
  },
  { requiredKeys: ['fromDay', 'toDay', 'by', 'person'] },
)

forEveryStore('sums of usage', (fixture) => {
  test('whatever was written, replaced and deleted, sums over any days are those of what is left, also when all is made again', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(anyQuery, { minLength: 1, maxLength: 6 }),
        async (steps, queries) => {
          const tenant = await fixture.tenant()
          const left = new Map<ConversationId, readonly UsageRow[]>()
          const ids: ConversationId[] = []
          for (const [at, { conversation, rows, isDeleted }] of steps.entries()) {
            const conversationId = ids[conversation] ?? newConversation(fixture).id
            if (!ids[conversation]) {
              ids[conversation] = conversationId
              await tenant.conversations.create({ ...newConversation(fixture), id: conversationId })
            }
            if (isDeleted) {
              await tenant.conversations.remove(ann, conversationId)
              left.delete(conversationId)
              delete ids[conversation]
            } else {
              await tenant.usage.put({ conversationId, foldedTo: at + 1, rows })
              left.set(conversationId, rows)
            }
          }
          const expected = queries.map((query) => sumsOf([...left.values()].flat(), query))
          const read = () =>
            Promise.all(queries.map(async (query) => sorted(await tenant.usage.groups(query, 99))))
          expect(await read()).toEqual(expected)
          await tenant.usage.clear()
          for (const [conversationId, rows] of left) {
            await tenant.usage.put({ conversationId, foldedTo: 1, rows })
          }
          expect(await read()).toEqual(expected)
        },
      ),
      { numRuns: 12 },
    )
  })
})

const sorted = (groups: readonly UsageGroup[]) =>
  groups
    .map(({ key, facts }) => [JSON.stringify(key), facts] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))

/** The same, added up one by one. */
function sumsOf(rows: readonly UsageRow[], query: UsageQuery) {
  const { fromDay, toDay, by, skillId, agentId, model } = query
  const isBySkill = by === 'skill' || by === 'revision'
  const sums = new Map<string, UsageFacts>(by === null ? [['{}', noUsage]] : [])
  for (const row of rows) {
    if (row.day < fromDay || row.day > toDay) continue
    if (agentId !== undefined && row.agentId !== agentId) continue
    if (model !== undefined && row.model !== model) continue
    if (skillId !== undefined && row.skillId !== skillId) continue
    if (skillId === undefined && (row.skillId !== null) !== isBySkill) continue
    const key = JSON.stringify(by === null ? {} : partOf(row, by))
    sums.set(key, addUsage(sums.get(key) ?? noUsage, row))
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1))
}

function partOf({ day, skillId, digest, agentId, model }: UsageRow, by: UsageGrouping) {
  const parts = { skill: { skillId }, revision: { skillId, digest } }
  return { ...parts, agent: { agentId }, model: { model }, day: { day } }[by]
}
