import type { Problem } from '../base/errors.ts'
import type {
  ApprovalId,
  ExecutionId,
  RevisionDigest,
  RunId,
  SkillId,
  Timestamp,
  ToolGrantId,
  TraceId,
  UserId,
} from '../base/ids.ts'
import type { JsonValue } from '../base/json.ts'
import type { AgentReference } from './agent.ts'
import type { ApprovalDecision, ApprovalRequest } from './approval.ts'
import type { Permission } from './principal.ts'
import type { SourceType } from './skill.ts'
import type { TriggerContext } from './trigger-context.ts'

export interface ToolCall {
  /** Unique within the conversation. */
  readonly id: string
  readonly name: string
  readonly input: JsonValue
}

export type ToolOutcome =
  | { readonly status: 'ok'; readonly output: JsonValue }
  /** The gate or the tool said no; `problem` is what the model is told. */
  | { readonly status: 'refused'; readonly problem: Problem }
  /** The process died between start and end of a call whose effect cannot be repeated safely. */
  | { readonly status: 'interrupted'; readonly problem: Problem }

export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** What the pill shows (A6). */
export interface SkillsState {
  readonly enabledSkills: readonly {
    readonly name: string
    readonly slug: string
    readonly contentLength: number
    readonly sourceType: SourceType
    /** Active, but its body had to leave the prompt (E5). */
    readonly bodyShed?: true
  }[]
  readonly budgetUsedChars: number
  readonly budgetMaxChars: number
}

/** The revision of a skill that a model was given the text of. */
export interface UsedSkill {
  readonly skillId: SkillId
  readonly digest: RevisionDigest
  readonly slug: string
  readonly name: string
}

/** The skills a run is offered, and what is not said about the others (E2). */
export interface RoutedSkills {
  readonly entries: readonly {
    readonly skillId: SkillId
    readonly slug: string
    readonly digest: RevisionDigest
    readonly score: number
    readonly searchScore: number
    /** `kw:buy`, `stage:decide`, `search`, `fallback:50`. */
    readonly reasons: readonly string[]
    readonly slot: 'signal' | 'search' | 'fallback'
  }[]
  /** False: neither a signal nor search speaks for any of them. */
  readonly fits: boolean
  /** Skills that could be offered. */
  readonly eligible: number
  /** Left out because an entry stands for them already. */
  readonly suppressed: readonly { readonly slug: string; readonly by: string }[]
  /** What the message and the signal are about (E7). */
  readonly stages: readonly string[]
  readonly assetClasses: readonly string[]
}

export interface TodoItem {
  readonly text: string
  readonly status: 'open' | 'in-progress' | 'done'
}

/**
 * One fact in a conversation's log. `fork`: the id of the tool call whose sub-agent it belongs to (D6);
 * absent for what the main agent does.
 */
export type ConversationEvent = EventBody & { readonly fork?: string }

type ToolEventBody = Extract<
  EventBody,
  { type: 'skill-used' | 'skills-read' | 'todo-changed' | 'connector-granted' }
>

/** Facts a tool may add to the log beside its own completion; which call it was, the loop knows. */
export type ToolEvent = {
  readonly [Type in ToolEventBody['type']]: Omit<Extract<ToolEventBody, { type: Type }>, 'callId'>
}[ToolEventBody['type']]

/**
 * The log is the journal: folding it gives the state of a run, so
 * whatever is not in it has not happened, and a new process goes on from it.
 */
type EventBody =
  | {
      readonly type: 'message-received'
      readonly messageId: string
      readonly text: string
      readonly userId: UserId
    }
  | {
      readonly type: 'run-started'
      /** Absent when the conversation speaks with none. */
      readonly agent?: AgentReference
      readonly toolsets: readonly string[]
      /** What the credential that started the run may do; a resume never has more. */
      readonly permissions: readonly Permission[]
      /** What started it, when no person did (E8). */
      readonly signal?: TriggerContext
      /** The span of whoever asked for it, in the same trace, 16 hex digits (E9); absent when none was named. */
      readonly parentSpanId?: string
    }
  /** A process took the run over: after a crash, or because an approval was answered. */
  | { readonly type: 'run-resumed'; readonly cause: 'crash' | 'approval' }
  | {
      readonly type: 'step-started'
      /** Counts model calls of this run from 1. */
      readonly step: number
      readonly model: {
        readonly label: string
        readonly demo: boolean
        /** As its provider knows it, and which one that is (E9); absent where nobody said. */
        readonly id?: string
        readonly provider?: string
      }
      /** SHA-256 hex of the recorded system prompt; its text is kept by `ConversationStore.recordPrompt`. */
      readonly promptDigest: string
      /** Why this model call is made again; absent the first time. No retry goes unrecorded. */
      readonly retryOf?: Problem
    }
  | {
      readonly type: 'step-completed'
      readonly step: number
      readonly text: string
      readonly toolCalls: readonly ToolCall[]
      readonly usage: TokenUsage
    }
  | {
      readonly type: 'tool-started'
      readonly call: ToolCall
      /** Of a call that runs something: the execution there will be if nothing forbids it. */
      readonly executionId?: ExecutionId
    }
  | {
      readonly type: 'tool-completed'
      readonly callId: string
      readonly name: string
      readonly outcome: ToolOutcome
    }
  | {
      readonly type: 'approval-required'
      readonly approvalId: ApprovalId
      readonly callId: string
      readonly approvalType: ApprovalRequest['type']
      /** Of `approvalType`: {@link approvalRequestOf} puts the two together. */
      readonly subject: ApprovalRequest['subject']
      readonly reason: string
      readonly expiresAt: Timestamp
    }
  | {
      readonly type: 'approval-resolved'
      readonly approvalId: ApprovalId
      readonly callId: string
      readonly decision: ApprovalDecision
      readonly answeredBy: UserId | null
      readonly note: string
    }
  | {
      readonly type: 'skills-state-changed'
      readonly state: SkillsState
      /** Of those that are active; absent in logs from before it was kept. */
      readonly skillIds?: readonly SkillId[]
      /** The call that did it, and the skills it brought in; absent when it was no call, or it brought in none. */
      readonly activated?: { readonly callId: string; readonly skills: readonly UsedSkill[] }
    }
  /**
   * The model was given a skill's text as a tool result (D5). Its list of allowed tools, as the skill
   * has it, holds for the rest of the turn (or of the fork); an empty one ends the restriction before it (D7),
   * and none at all leaves it as it is (C3).
   */
  | {
      readonly type: 'skill-used'
      /** The call whose result is the text. */
      readonly callId: string
      readonly skill: UsedSkill
      readonly allowedTools?: readonly string[]
    }
  /**
   * Code the agent wrote was given the texts of these skills (B4). What of them the model came to know is in
   * the call's result.
   */
  | {
      readonly type: 'skills-read'
      readonly callId: string
      readonly skills: readonly UsedSkill[]
    }
  /** A sub-agent began to carry the skill out in answer to this call; `tool-completed` of the call ends it (D6). */
  | {
      readonly type: 'fork-started'
      readonly callId: string
      readonly skill: UsedSkill
      readonly allowedTools: readonly string[]
      readonly task: string
    }
  /** A person let this conversation call a tool, as it was when it was asked about, without being asked again (E6). */
  | {
      readonly type: 'tool-confirmed'
      readonly callId: string
      readonly tool: string
      readonly identity: string
    }
  /** A stored grant let this call happen, and was used once for it (E6). */
  | {
      readonly type: 'grant-used'
      readonly callId: string
      readonly grantId: ToolGrantId
      readonly tool: string
    }
  /** The whole list as it now is. */
  | { readonly type: 'todo-changed'; readonly items: readonly TodoItem[] }
  /** A person let this conversation use a connector, as it was when it was asked about. */
  | {
      readonly type: 'connector-granted'
      readonly connector: string
      readonly digest: string
      /** The person was an owner or admin when they said so; absent is no. */
      readonly byAdministrator?: boolean
    }
  /**
   * The catalogue of this run (E2): chosen once, at its first step, shown at every one. Of skills that are
   * gone or were switched off since nothing is said any more.
   */
  | ({ readonly type: 'skills-routed' } & RoutedSkills)
  /** What started the run named skills, and these were loaded before the first model call (E8). */
  | {
      readonly type: 'skills-preloaded'
      readonly skills: readonly UsedSkill[]
      /** Those that could not be, and why. */
      readonly refused: readonly { readonly slug: string; readonly problem: Problem }[]
    }
  /** These bodies had to leave the prompt, for the others to fit into the budget (E5). */
  | {
      readonly type: 'skill-bodies-shed'
      readonly skills: readonly UsedSkill[]
      readonly budgetChars: number
      /** Of the bodies that stay. */
      readonly usedChars: number
    }
  /** These bodies are in the prompt again. */
  | {
      readonly type: 'skill-bodies-restored'
      readonly skills: readonly UsedSkill[]
      readonly budgetChars: number
      readonly usedChars: number
    }
  /** Results of these calls are left out of what the model is given from now on (C7). */
  | {
      readonly type: 'context-trimmed'
      readonly callIds: readonly string[]
      /** Estimated tokens of the request that would have been made. */
      readonly tokensBefore: number
    }
  /** A summary is on its way: the model is asked for it, which may be charged. */
  | { readonly type: 'summary-started'; readonly throughSeq: number; readonly tokensBefore: number }
  /** A summary stands in the place of everything up to `throughSeq` (C7). */
  | {
      readonly type: 'context-summarised'
      readonly throughSeq: number
      readonly text: string
      readonly usage: TokenUsage
    }
  | { readonly type: 'run-completed'; readonly text: string }
  | { readonly type: 'run-failed'; readonly problem: Problem }
  | { readonly type: 'run-cancelled'; readonly by: UserId }

/** The question an `approval-required` event stands for. */
export function approvalRequestOf(
  event: Extract<ConversationEvent, { type: 'approval-required' }>,
): ApprovalRequest {
  return { type: event.approvalType, subject: event.subject } as ApprovalRequest
}

export type ConversationEventType = ConversationEvent['type']

/** An event as it stands in the log. */
export interface LoggedEvent {
  /** Counts from 1 within the conversation, without gaps; the SSE id. */
  readonly seq: number
  readonly runId: RunId | null
  readonly traceId: TraceId
  readonly at: Timestamp
  readonly event: ConversationEvent
}
