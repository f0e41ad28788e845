import type { AgentId, ConversationId, TenantId, UserId } from '@repertoire/core/base'
import {
  createInProcessSegmentBuilder,
  createSkillSearch,
  createVocabularyRegistry,
} from '@repertoire/core/choose'
import {
  type Agent,
  type CheckedContent,
  type ConversationEvent,
  defaultSettings,
  emptySession,
  type OrganisationSettings,
  type Principal,
  type Role,
  rolePermissions,
} from '@repertoire/core/domain'
import { noPromptContext } from '@repertoire/core/ports'
import {
  createFixedClock,
  createInMemoryStore,
  createSequentialIds,
  judgeByWords,
} from '@repertoire/core/testing'
import { answerApproval } from '@repertoire/core/use'
import { onTestFinished } from 'vitest'
import { sha256 } from '../platform/system/system-ports.ts'
import { createDirectEngine } from '../runtime/engines/direct/direct-engine.ts'
import { createDemoModel } from '../runtime/models/demo/demo-model.ts'

export interface DemoConversationOptions {
  readonly skills: readonly CheckedContent[]
  readonly settings?: Partial<OrganisationSettings>
  readonly role?: Role
  /** The conversation uses an agent with all the skills attached. */
  readonly withAgent?: true
}

/** A conversation with the demo model over the real engine, search, gate and session. */
export async function startDemoConversation(options: DemoConversationOptions) {
  const { skills, settings = {}, role = 'owner', withAgent } = options
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const store = createInMemoryStore({ clock })
  const tenantId = 'org_1' as TenantId
  const userId = 'usr_1' as UserId
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const tenant = store.tenant(tenantId)
  await tenant.members.create({ id: userId, name: 'Ada', role, createdAt: 0 })
  await tenant.members.create({ id: 'usr_2' as UserId, name: 'Grace', role: 'admin', createdAt: 0 })
  await tenant.settings.put({ ...defaultSettings, ...settings })
  const saved = await tenant.skills.save(skills, 'create')
  const skillIds = saved.flatMap((one) => (one.status === 'created' ? one.skill.id : []))
  const agent = withAgent && agentWith(skillIds)
  if (agent) await tenant.agents.create(agent)
  let conversations = 0
  let conversationId = 'cnv_0' as ConversationId
  let seen = 0
  const startOver = async () => {
    conversations += 1
    seen = 0
    conversationId = `cnv_${conversations}` as ConversationId
    const times = { createdAt: 0, updatedAt: 0 }
    const empty = { title: '', agentId: agent?.id ?? null, session: emptySession, headSeq: 0 }
    await tenant.conversations.create({ id: conversationId, userId, ...empty, ...times })
  }
  await startOver()
  const principal: Principal = { tenantId, userId, role, permissions: rolePermissions(role) }
  const search = createSkillSearch({ store, segments: createInProcessSegmentBuilder() })
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const ports = { store, search, clock, ids, sha256, judgeOf: () => judgeByWords, logger: silent }
  const model = createDemoModel()
  const routing = {
    ...{ router: search, vocabularies: createVocabularyRegistry([]) },
    ...{ env: new Set<string>(), platform: 'linux' },
  }
  const engine = createDirectEngine({ ...ports, model, routing, promptContext: noPromptContext })
  await engine.start()
  onTestFinished(async () => {
    await engine.stop()
    search.close()
  })

  const newEvents = async () => {
    const range = { after: seen, limit: 1000 }
    const log = await tenant.conversations.events(userId, conversationId, range)
    seen = log.at(-1)?.seq ?? seen
    const events = log.map(({ event }) => event)
    return { events, reply: replyOf(events), tools: toolsOf(events) }
  }
  return {
    /** The next message begins a new conversation. */
    startOver,
    say: async (text: string) => {
      const { runId } = await engine.startRun({ principal, conversationId, text })
      await engine.waitForRun({ principal, runId })
      return newEvents()
    },
    answer: async (approved: boolean, note = '') => {
      const { items } = await tenant.approvals.list({ status: 'pending' }, { limit: 1 })
      const [asked] = items
      if (!asked) throw new Error('nothing was asked')
      const answer = { id: asked.id, approved, note, now: clock.now() }
      await answerApproval(tenant, principal, answer)
      engine.wake()
      await engine.waitForRun({ principal, runId: asked.runId })
      return { asked, ...(await newEvents()) }
    },
    active: async () =>
      (await tenant.conversations.get(userId, conversationId))?.session.active.map(
        ({ slug }) => slug,
      ),
  }
}

function agentWith(skillIds: Agent['skillIds']): Agent {
  return {
    ...{
      id: 'agt_1' as AgentId,
      name: 'Bo',
      instruction: '',
      modelId: null,
      toolsets: [],
      skillIds,
    },
    ...{ createdBy: 'usr_2' as UserId, createdAt: 0, updatedAt: 0, version: 1 },
  }
}

function replyOf(events: readonly ConversationEvent[]): string {
  const end = events.at(-1)
  return end?.type === 'run-completed' ? end.text : ''
}

function toolsOf(events: readonly ConversationEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === 'tool-completed'
      ? [
          event.outcome.status === 'ok'
            ? event.name
            : `${event.name}: ${event.outcome.problem.code}`,
        ]
      : [],
  )
}
