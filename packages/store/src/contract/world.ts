import {
  type Agent,
  type AgentId,
  type Approval,
  type ApprovalId,
  type AuthoredTool,
  type AuthoredToolId,
  type AuthoredVersion,
  type Conversation,
  type ConversationEvent,
  type ConversationId,
  emptySession,
  type LogBatch,
  type Proposal,
  type ProposalId,
  type Run,
  type RunId,
  type SkillId,
  type Store,
  type TenantId,
  type TenantStore,
  type UserId,
} from '@repertoire/core'
import { createFixedClock, createSequentialIds, type FixedClock } from '@repertoire/core/testing'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Backend, type BackendKind, backendKinds } from './backends.ts'

export const ann = 'usr_ann' as UserId
export const bob = 'usr_bob' as UserId

/** What a test of the contract works with: one store per file, a tenant of its own per test. */
export interface World {
  readonly kind: BackendKind
  readonly clock: FixedClock
  readonly store: Store
  readonly backend: Backend
  /** Another process' view of the same data; closed with the world. */
  another(): Promise<Store>
  tenant(): Promise<TenantStore>
  id(prefix: string): string
}

/** Describes a promise once and holds every implementation to it. */
export function forEveryStore(
  promise: string,
  tests: (world: World) => void,
  kinds: readonly BackendKind[] = backendKinds,
): void {
  for (const kind of kinds) {
    describe.skipIf(kind.skip)(`${promise} (${kind.name})`, () => {
      const ids = createSequentialIds()
      const clock = createFixedClock()
      const opened: Store[] = []
      let backend: Backend | undefined
      const open = async (): Promise<Store> => {
        backend ??= await kind.create()
        const store = await backend.open({ clock, ids })
        opened.push(store)
        return store
      }
      beforeAll(open)
      afterAll(async () => {
        await Promise.all([...new Set(opened)].map((store) => store.close()))
        await backend?.destroy()
      })
      const first = (): Store => opened[0] as Store
      tests({
        kind,
        clock,
        get store() {
          return first()
        },
        get backend() {
          return backend as Backend
        },
        another: open,
        id: (prefix) => ids.next(prefix),
        tenant: async () => {
          const id = ids.next('ten') as TenantId
          await first().directory.createTenant({ id, name: id, createdAt: clock.now() })
          return first().tenant(id)
        },
      })
    })
  }
}

export function newConversation(world: World, userId = ann): Conversation {
  return {
    id: world.id('cnv') as ConversationId,
    userId,
    title: 'A talk',
    agentId: null,
    session: emptySession,
    headSeq: 0,
    createdAt: world.clock.now(),
    updatedAt: world.clock.now(),
  }
}

export function newAgent(world: World, change: Partial<Agent> = {}): Agent {
  return {
    id: world.id('agt') as AgentId,
    name: 'Reviewer',
    instruction: 'Review what you are given.',
    modelId: null,
    toolsets: ['packages', 'workspace'],
    skillIds: [],
    createdBy: ann,
    createdAt: 1,
    updatedAt: 1,
    version: 1,
    ...change,
  }
}

export function newAuthoredVersion(change: Partial<AuthoredVersion> = {}): AuthoredVersion {
  return {
    number: 1,
    digest: 'sha256:one',
    description: 'Adds two numbers.',
    parameters: { type: 'object', properties: { a: { type: 'number' } } },
    code: 'return input.a + 1',
    requires: ['sums'],
    reason: 'asked for',
    author: 'agent',
    trusted: true,
    conversationId: 'cnv_1' as ConversationId,
    createdAt: 1,
    ...change,
  }
}

export function newAuthoredTool(world: World, change: Partial<AuthoredTool> = {}): AuthoredTool {
  return {
    id: world.id('aut') as AuthoredToolId,
    kind: 'tool',
    name: 'add',
    owner: ann,
    enabled: true,
    createdAt: 1,
    updatedAt: 1,
    deletedAt: null,
    head: newAuthoredVersion(),
    ...change,
  }
}

export function newRun(world: World, conversationId: ConversationId, userId = ann): Run {
  return {
    id: world.id('run') as RunId,
    conversationId,
    userId,
    role: 'member',
    traceId: 'f'.repeat(32),
    status: 'running',
    problem: null,
    startedAt: world.clock.now(),
    finishedAt: null,
  }
}

export function newApproval(world: World, run: Run, ttl = 60_000): Approval {
  return {
    id: world.id('apr') as ApprovalId,
    type: 'skill_enablement',
    conversationId: run.conversationId,
    runId: run.id,
    toolCallId: 'call_1',
    traceId: run.traceId,
    subject: {
      skillId: 'skl_x' as SkillId,
      digest: 'sha256:x' as never,
      slug: 'x',
      name: 'X',
      description: 'Does x.',
      contentLength: 12,
      sourceType: 'manual',
    },
    reason: 'because',
    status: 'pending',
    requestedBy: run.userId,
    requestedAt: world.clock.now(),
    expiresAt: world.clock.now() + ttl,
    answeredBy: null,
    answeredAt: null,
    note: '',
  }
}

/** A new skill that waits for a person. */
export function newProposal(world: World, run: Run, change: Partial<Proposal> = {}): Proposal {
  return {
    id: world.id('prp') as ProposalId,
    proposedFor: run.userId,
    conversationId: run.conversationId,
    runId: run.id,
    traceId: run.traceId,
    slug: 'learnt',
    name: 'learnt',
    description: 'What was learnt.',
    skillId: null,
    skillScope: null,
    baseDigest: null,
    source: '---\nname: learnt\n---\nDo it so.\n',
    resources: [{ path: 'notes.md', content: 'more' }],
    reason: 'it worked',
    status: 'pending',
    createdAt: world.clock.now(),
    decidedBy: null,
    decidedAt: null,
    note: '',
    ...change,
  }
}

export function said(text: string): ConversationEvent {
  return { type: 'message-received', messageId: 'msg', text, userId: ann }
}

/** A batch of `texts` on top of `expectedSeq`. */
export function batch(
  expectedSeq: number,
  texts: readonly string[],
  more?: Partial<LogBatch>,
): LogBatch {
  return { expectedSeq, runId: null, traceId: 'e'.repeat(32), events: texts.map(said), ...more }
}
