import type { ConversationId, TenantId, UserId } from '@repertoire/core/base'
import { createInProcessSegmentBuilder, createSkillSearch } from '@repertoire/core/choose'
import {
  type ConversationEvent,
  defaultSettings,
  emptySession,
  type Principal,
  rolePermissions,
} from '@repertoire/core/domain'
import { type Model, noPromptContext, type Store } from '@repertoire/core/ports'
import {
  createInMemoryStore,
  createScriptedModel,
  judgeByWords,
  resultsSinceUserMessage,
  sampleContent,
} from '@repertoire/core/testing'
import { answerApproval } from '@repertoire/core/use'
import { expect } from 'vitest'
import { randomIds, sha256 } from '../../../platform/system/system-ports.ts'
import type { EngineOptions } from '../runs/run-services.ts'

export const tenantId = 'org_1' as TenantId
export const userId = 'usr_1' as UserId
export const principal: Principal = {
  tenantId,
  userId,
  role: 'owner',
  permissions: rolePermissions('owner'),
}

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** An organisation with one person and one skill, in which engines execute runs. */
export interface EngineWorld {
  readonly store: Store
  /** What every engine needs. */
  optionsFor(model: Model): EngineOptions
  /** Lets so much time pass at once, for everything but timers. */
  advance(milliseconds: number): void
  conversation(): Promise<ConversationId>
  eventsOf(id: ConversationId): Promise<readonly ConversationEvent[]>
  typesOf(id: ConversationId): Promise<readonly ConversationEvent['type'][]>
  /** Each event without its times and ids. */
  comparable(id: ConversationId): Promise<readonly string[]>
  /** Approves the one approval that is pending. */
  approvePending(): Promise<void>
}

export async function createEngineWorld(body = '# Check locks'): Promise<EngineWorld> {
  let passed = 0
  const clock = { now: () => Date.now() + passed }
  const store = createInMemoryStore({ clock })
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const tenant = store.tenant(tenantId)
  await tenant.members.create({ id: userId, name: 'Ada', role: 'owner', createdAt: 0 })
  await tenant.settings.put({ ...defaultSettings, skillEnablementPolicy: 'prompt-user' })
  await tenant.skills.save([sampleContent('postgres', body)], 'create')

  const eventsOf = async (id: ConversationId) => {
    const log = await tenant.conversations.events(userId, id, { after: 0, limit: 1000 })
    return log.map(({ event }) => event)
  }

  return {
    store,
    optionsFor: (model) => {
      const search = createSkillSearch({ store, segments: createInProcessSegmentBuilder() })
      const ports = { store, model, search, promptContext: noPromptContext, sha256, clock }
      const soon = { sweepMilliseconds: 200, leaseMilliseconds: 2_000 }
      return { ...ports, ...soon, ids: randomIds, logger: silent, judgeOf: () => judgeByWords }
    },
    advance: (milliseconds) => {
      passed += milliseconds
    },
    conversation: async () => {
      const id = randomIds.next('cnv') as ConversationId
      const empty = { title: '', agentId: null, session: emptySession, headSeq: 0 }
      await tenant.conversations.create({ id, userId, ...empty, createdAt: 0, updatedAt: 0 })
      return id
    },
    eventsOf,
    typesOf: async (id) => (await eventsOf(id)).map(({ type }) => type),
    comparable: async (id) =>
      (await eventsOf(id)).map((event) =>
        JSON.stringify(event)
          .replaceAll(/"[a-z]{3}_\w+"/g, '"id"')
          .replaceAll(/\d{13}/g, '0')
          .replace(/"durationMs":\d+/, '"durationMs":0'),
      ),
    approvePending: async () => {
      const { items } = await tenant.approvals.list({ status: 'pending' }, { limit: 10 })
      expect(items).toHaveLength(1)
      for (const { id } of items) {
        const answer = { id, approved: true, note: '', now: clock.now() }
        await answerApproval(tenant, principal, answer)
      }
    },
  }
}

/** Asks for the skill, then answers. */
export const enabling = (reason = 'It fits.', answer = 'Done.') =>
  createScriptedModel((request) =>
    resultsSinceUserMessage(request) === 0
      ? {
          toolCalls: [{ id: 'e', name: 'enable_skill', input: { skill_slug: 'postgres', reason } }],
        }
      : { text: answer },
  )

export const modelWithText = (text = 'Hello.') => createScriptedModel(() => ({ text }))

/** A model that answers only when it is released. */
export function pausedModel() {
  const waiting: (() => void)[] = []
  const model = createScriptedModel(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { text: 'At last.' }
  })
  return { model, release: () => waiting.splice(0).forEach((resolve) => void resolve()) }
}

/** A model whose call ends only when it is aborted. */
export function infiniteModel() {
  let aborted = false
  const model = createScriptedModel(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          aborted = true
          reject(new Error('aborted'))
        })
      }),
  )
  return { model, aborted: () => aborted }
}
