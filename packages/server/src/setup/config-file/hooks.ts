import type { ApprovalId, ConversationId, RunId, TenantId } from '@repertoire/core/base'
import type { Approval, ConversationEvent, ToolOutcome, UsedSkill } from '@repertoire/core/domain'
import type { LogBatch, Store } from '@repertoire/core/ports'
import type { Logger } from 'pino'

/** Where something happened. */
export interface HookPlace {
  readonly tenantId: TenantId
  readonly conversationId: ConversationId
  /** Null for what a person did between two turns. */
  readonly runId: RunId | null
}

export interface EndedRun extends HookPlace {
  readonly runId: RunId
}

export interface RequestedApproval extends HookPlace {
  readonly approvalId: ApprovalId
  readonly type: Approval['type']
  /** Names in it may be untrusted. */
  readonly reason: string
  readonly expiresAt: number
}

export interface ActivatedSkill extends HookPlace {
  readonly skill: UsedSkill
}

/** Without arguments and results: both may be secret. */
export interface CalledTool extends HookPlace {
  readonly callId: string
  readonly tool: string
  readonly outcome: ToolOutcome['status']
  /** The problem's code; null where it is `ok`. */
  readonly problem: string | null
}

/**
 * They are told what this process has written to a log, after it happened and at most once, and change nothing: nobody waits for
 * them, and what they throw is logged.
 */
export interface Hooks {
  /** A turn that this process worked on is over. */
  runEnded?(run: EndedRun): unknown
  /** A person is asked. */
  approvalRequested?(asked: RequestedApproval): unknown
  /** An agent has been given the text of a skill. */
  skillActivated?(activated: ActivatedSkill): unknown
  /** A call is over: it had its effect, or was refused. */
  toolCalled?(called: CalledTool): unknown
}

export const hookNames = [
  'runEnded',
  'approvalRequested',
  'skillActivated',
  'toolCalled',
] as const satisfies readonly (keyof Hooks)[]

/** Starts a hook outside of what caused it. */
export function callHook(call: () => unknown, logger: Pick<Logger, 'error'>): void {
  void Promise.resolve()
    .then(call)
    .catch((err: unknown) => logger.error({ err }, 'a hook failed'))
}

/** The store, of which hooks are told what is appended to logs. Unchanged where there are none. */
export function withHooks(store: Store, hooks: Hooks, logger: Pick<Logger, 'error'>): Store {
  if (!hooks.approvalRequested && !hooks.skillActivated && !hooks.toolCalled) return store
  const tell = (place: HookPlace, { events }: LogBatch) => {
    for (const call of events.flatMap((event) => callsOf(hooks, place, event))) {
      callHook(call, logger)
    }
  }
  return {
    ...store,
    tenant: (tenantId) => {
      const tenant = store.tenant(tenantId)
      const { conversations } = tenant
      const append: typeof conversations.append = async (conversationId, batch, now) => {
        const head = await conversations.append(conversationId, batch, now)
        tell({ tenantId, conversationId, runId: batch.runId }, batch)
        return head
      }
      return { ...tenant, conversations: { ...conversations, append } }
    },
  }
}

function callsOf(
  hooks: Hooks,
  place: HookPlace,
  event: ConversationEvent,
): readonly (() => unknown)[] {
  if (event.type === 'approval-required') {
    const { approvalId, approvalType: type, reason, expiresAt } = event
    return [() => hooks.approvalRequested?.({ ...place, approvalId, type, reason, expiresAt })]
  }
  if (event.type === 'tool-completed') {
    const { callId, name: tool, outcome } = event
    const problem = outcome.status === 'ok' ? null : outcome.problem.code
    return [() => hooks.toolCalled?.({ ...place, callId, tool, outcome: outcome.status, problem })]
  }
  // A copy for each hook, so that none of them changes what the log gets.
  return skillsOf(event).map(
    (skill) => () => hooks.skillActivated?.({ ...place, skill: { ...skill } }),
  )
}

function skillsOf(event: ConversationEvent): readonly UsedSkill[] {
  switch (event.type) {
    case 'skill-used':
      return event.repeated ? [] : [event.skill]
    case 'skills-state-changed':
      return event.activated?.skills ?? []
    case 'skills-preloaded':
      return event.skills
    default:
      return []
  }
}
