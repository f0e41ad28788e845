import type {
  AgentId,
  ApprovalId,
  AuthoredToolId,
  ConversationId,
  LoginSessionId,
  RunId,
  SkillId,
  TenantId,
  UserId,
} from '@repertoire/core/base'
import {
  type Agent,
  type Approval,
  type AuthoredTool,
  type AuthoredVersion,
  type Conversation,
  type ConversationEvent,
  emptySession,
  noQuotas,
  type QuotaLimits,
  type Run,
} from '@repertoire/core/domain'
import type { LogBatch, Store, TenantStore } from '@repertoire/core/ports'
import { createFixedClock, createSequentialIds, type FixedClock } from '@repertoire/core/testing'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Backend, type BackendKind, backendKinds } from './backends.ts'

export const ann = 'usr_ann' as UserId
export const bob = 'usr_bob' as UserId

/** The fixture of the contract tests: one store per file, one tenant per test. */
export interface StoreFixture {
  readonly kind: BackendKind
  readonly clock: FixedClock
  readonly store: Store
  readonly backend: Backend
  /** A second store on the same data, as in another process; closed with the fixture. */
  openAnother(): Promise<Store>
  /** A new tenant, without limits unless some are given. */
  tenant(quotas?: QuotaLimits): Promise<TenantStore>
  id(prefix: string): string
}

/** Runs one suite against every implementation. */
export function forEveryStore(
  promise: string,
  tests: (fixture: StoreFixture) => void,
  kinds: readonly BackendKind[] = backendKinds,
): void {
  for (const kind of kinds) {
    describe.skipIf(kind.skip)(`${promise} (${kind.name})`, () => {
      const ids = createSequentialIds()
      const clock = createFixedClock()
      const opened: Store[] = []
      const limits = new Map<TenantId, QuotaLimits>()
      let backend: Backend | undefined
      const open = async (): Promise<Store> => {
        backend ??= await kind.create()
        const quotas = (id: TenantId) => limits.get(id) ?? noQuotas
        const store = await backend.open({ clock, ids, quotas })
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
        openAnother: open,
        id: (prefix) => ids.next(prefix),
        tenant: async (quotas = noQuotas) => {
          const id = ids.next('ten') as TenantId
          limits.set(id, quotas)
          await first().directory.createTenant({ id, name: id, createdAt: clock.now() })
          return first().tenant(id)
        },
      })
    })
  }
}

/** The browser of a login, by the hash of its token. */
export function aBrowser(tokenHash: string) {
  const id = `ses_${tokenHash}` as LoginSessionId
  return { id, tokenHash, userAgent: 'Mozilla/5.0', address: '192.0.2.1', authenticatedAt: 1 }
}

export function newConversation(fixture: StoreFixture, userId = ann): Conversation {
  return {
    id: fixture.id('cnv') as ConversationId,
    userId,
    title: 'A talk',
    agentId: null,
    session: emptySession,
    headSeq: 0,
    createdAt: fixture.clock.now(),
    updatedAt: fixture.clock.now(),
  }
}

export function newAgent(fixture: StoreFixture, change: Partial<Agent> = {}): Agent {
  return {
    id: fixture.id('agt') as AgentId,
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

export function newAuthoredTool(
  fixture: StoreFixture,
  change: Partial<AuthoredTool> = {},
): AuthoredTool {
  return {
    id: fixture.id('aut') as AuthoredToolId,
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

export function newRun(fixture: StoreFixture, conversationId: ConversationId, userId = ann): Run {
  return {
    id: fixture.id('run') as RunId,
    conversationId,
    userId,
    role: 'member',
    traceId: 'f'.repeat(32),
    status: 'running',
    problem: null,
    startedAt: fixture.clock.now(),
    finishedAt: null,
  }
}

export function newApproval(fixture: StoreFixture, run: Run, ttl = 60_000): Approval {
  return {
    id: fixture.id('apr') as ApprovalId,
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
    requestedAt: fixture.clock.now(),
    expiresAt: fixture.clock.now() + ttl,
    answeredBy: null,
    answeredAt: null,
    note: '',
  }
}

export function messageEvent(text: string): ConversationEvent {
  return { type: 'message-received', messageId: 'msg', text, userId: ann }
}

/** A batch of `texts` after `expectedSeq`. */
export function batch(
  expectedSeq: number,
  texts: readonly string[],
  more?: Partial<LogBatch>,
): LogBatch {
  return {
    expectedSeq,
    runId: null,
    traceId: 'e'.repeat(32),
    events: texts.map(messageEvent),
    ...more,
  }
}
