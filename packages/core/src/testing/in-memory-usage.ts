import type { ConversationId } from '../base/ids.ts'
import { addUsage, noUsage, type UsageKey, type UsageRow } from '../domain/skill-usage.ts'
import { conversationNotFound } from '../ports/store-problems.ts'
import type { UsageGroup, UsageGrouping, UsageQuery, UsageStore } from '../ports/usage.ts'
import { compareText, type InMemoryTenant } from './in-memory-state.ts'

const keyParts: Readonly<Record<UsageGrouping, readonly (keyof UsageKey)[]>> = {
  skill: ['skillId'],
  revision: ['skillId', 'digest'],
  agent: ['agentId'],
  model: ['model'],
  day: ['day'],
}

export function createInMemoryUsage(tenant: InMemoryTenant): UsageStore {
  const isExecuted = (id: ConversationId) =>
    [...tenant.runs.values()].some(
      ({ run }) => run.conversationId === id && run.status === 'running',
    )
  return {
    behind: async ({ ids, after, limit }) =>
      [...tenant.conversations.values()]
        .map(({ conversation }) => conversation)
        .filter(({ id, headSeq }) => headSeq > (tenant.usage.get(id)?.foldedTo ?? 0))
        .filter(({ id }) => after === null || compareText(id, after) > 0)
        .filter(({ id }) => (ids?.includes(id) ?? true) && !isExecuted(id))
        .sort((a, b) => compareText(a.id, b.id))
        .slice(0, limit)
        .map(({ id, userId, agentId, headSeq }) => ({ id, userId, agentId, headSeq })),
    put: async (usage) => {
      const { conversationId, foldedTo } = usage
      if (!tenant.conversations.has(conversationId)) throw conversationNotFound(conversationId)
      if ((tenant.usage.get(conversationId)?.foldedTo ?? -1) >= foldedTo) return false
      tenant.usage.set(conversationId, usage)
      return true
    },
    clear: async () => tenant.usage.clear(),
    groups: async (query, limit) => {
      const groups = new Map<string, UsageGroup>()
      if (query.by === null) groups.set('[]', { key: {}, facts: noUsage })
      for (const row of [...rowsOf(tenant, query)]) {
        const parts = (query.by === null ? [] : keyParts[query.by]).map((part) => [part, row[part]])
        const id = JSON.stringify(parts)
        const { facts } = groups.get(id) ?? { facts: noUsage }
        groups.set(id, { key: Object.fromEntries(parts), facts: addUsage(facts, row) })
      }
      return [...groups.values()].sort(compareGroups).slice(0, limit)
    },
    pairs: async ({ fromDay, toDay, person }, limit) =>
      [...tenant.usage.values()]
        .flatMap(({ conversationId: id, pairs = [] }) => pairs.map((pair) => ({ id, pair })))
        .filter(({ id, pair: { day } }) => {
          const owner = tenant.conversations.get(id)?.conversation.userId
          return day >= fromDay && day <= toDay && (person === null || owner === person)
        })
        .sort(
          ({ id: a, pair: one }, { id: b, pair: other }) =>
            other.day - one.day ||
            compareText(b, a) ||
            compareText(other.skillId, one.skillId) ||
            compareText(other.otherId, one.otherId),
        )
        .slice(0, limit)
        .map(({ pair }) => pair),
    conversationsWith: async ({ digests, person }, limit) =>
      [...tenant.usage.values()]
        .filter(({ conversationId: id }) => {
          const owner = tenant.conversations.get(id)?.conversation.userId
          return person === null || owner === person
        })
        .flatMap(({ conversationId, rows }) =>
          digests.flatMap((digest) => {
            const days = rows
              .filter((row) => row.digest === digest && row.modelCalls > 0)
              .map(({ day }) => day)
            return days.length === 0 ? [] : [{ conversationId, digest, lastDay: Math.max(...days) }]
          }),
        )
        .sort(
          (a, b) =>
            b.lastDay - a.lastDay ||
            compareText(a.conversationId, b.conversationId) ||
            compareText(a.digest, b.digest),
        )
        .slice(0, limit),
  }
}

function rowsOf(tenant: InMemoryTenant, query: UsageQuery): readonly UsageRow[] {
  const { fromDay, toDay, by, person, skillId, agentId, model } = query
  const isBySkill = by === 'skill' || by === 'revision'
  return [...tenant.usage.values()]
    .filter(({ conversationId: id }) => {
      const owner = tenant.conversations.get(id)?.conversation.userId
      return person === null || owner === person
    })
    .flatMap(({ rows }) => rows)
    .filter(({ day }) => day >= fromDay && day <= toDay)
    .filter((row) => {
      if (skillId !== undefined) return row.skillId === skillId
      return isBySkill === (row.skillId !== null)
    })
    .filter((row) => agentId === undefined || row.agentId === agentId)
    .filter((row) => model === undefined || row.model === model)
}

function compareGroups({ key: a, facts: one }: UsageGroup, { key: b, facts: other }: UsageGroup) {
  if (a.day !== undefined && b.day !== undefined) return a.day - b.day
  const text = (key: UsageGroup['key']) =>
    [key.skillId, key.digest, key.agentId, key.model].map((part) => part ?? '').join('\n')
  return other.modelCalls - one.modelCalls || compareText(text(a), text(b))
}
