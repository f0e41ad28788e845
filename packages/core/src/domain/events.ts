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
import type { RegistryPlace, WithdrawalReason } from './session-state.ts'
import type { SourceType } from './skill.ts'
import type { ModelCallUsage } from './token-usage.ts'
import type { TriggerContext } from './trigger-context.ts'
import type { UntrustedContent } from './untrusted-content.ts'

export interface ToolCall {
  /** Unique within the conversation. */
  readonly id: string
  readonly name: string
  readonly input: JsonValue
}

export type ToolOutcome =
  | { readonly status: 'ok'; readonly output: JsonValue }
  /** The gate or the tool refused the call; the model gets the problem. */
  | { readonly status: 'refused'; readonly problem: Problem }
  /** The process died between start and end of a call whose effect cannot be repeated safely. */
  | { readonly status: 'interrupted'; readonly problem: Problem }

/** The state of the skills indicator. */
export interface SkillsState {
  readonly enabledSkills: readonly {
    readonly name: string
    readonly slug: string
    readonly contentLength: number
    readonly sourceType: SourceType
    /** Active, but its body was shed from the prompt. */
    readonly bodyShed?: true
  }[]
  readonly budgetUsedChars: number
  readonly budgetMaxChars: number
}

/** The revision of a skill whose text the model was given. */
export interface UsedSkill {
  readonly skillId: SkillId
  readonly digest: RevisionDigest
  readonly slug: string
  readonly name: string
}

/** A skill that left a session because it is no longer available. */
export interface WithdrawnSkill extends UsedSkill {
  readonly reason: WithdrawalReason
}

/** The list of allowed tools of a skill. */
export interface ToolRestriction {
  readonly skill: UsedSkill
  /** As written in the skill: `Bash(git:*)`, `read_file`. Never empty. */
  readonly allowedTools: readonly string[]
}

/** The catalogue of a run, with the reason for each entry. */
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
  /** False when neither the score table nor search found a matching skill. */
  readonly fits: boolean
  /** The number of skills that could be offered. */
  readonly eligible: number
  /** Left out in favour of another entry. */
  readonly suppressed: readonly { readonly slug: string; readonly by: string }[]
  /** The stages and asset classes of the message and the trigger. */
  readonly stages: readonly string[]
  readonly assetClasses: readonly string[]
}

export interface TodoItem {
  readonly text: string
  readonly status: 'open' | 'in-progress' | 'done'
}

/**
 * One event of a conversation's log. `fork`: the id of the tool call that the sub-agent answers;
 * absent for the main agent.
 */
export type ConversationEvent = EventBody & { readonly fork?: string }

type ToolEventBody = Extract<
  EventBody,
  {
    type:
      | 'skill-used'
      | 'skills-read'
      | 'registry-skill-fetched'
      | 'todo-changed'
      | 'connector-granted'
      | 'context-trimmed'
  }
>

/** Events that a tool may add to its completion; the loop adds the call id. */
export type ToolEvent = {
  readonly [Type in ToolEventBody['type']]: Omit<Extract<ToolEventBody, { type: Type }>, 'callId'>
}[ToolEventBody['type']]

/**
 * The log is the journal: folding it gives the state of a run. What is not in the log has not happened, and
 * a new process resumes from it.
 */
type EventBody =
  | {
      readonly type: 'message-received'
      readonly messageId: string
      readonly text: string
      readonly userId: UserId
      /** A service account or a client's agent sent it; absent for a person, and in logs from before this field. */
      readonly byProgram?: true
    }
  | {
      readonly type: 'run-started'
      /** Absent when the conversation has no agent. */
      readonly agent?: AgentReference
      readonly toolsets: readonly string[]
      /** The permissions of the credential that started the run; a resume never has more. */
      readonly permissions: readonly Permission[]
      /**
       * The agent of another program that made the run's only call itself, by its own name and version; absent for
       * agents of this server. Untrusted.
       */
      readonly client?: string
      /** The trigger that started the run; absent when a person did. */
      readonly signal?: TriggerContext
      /**
       * The parent span of the run, in the same trace, 16 hex digits; absent when the request named
       * none.
       */
      readonly parentSpanId?: string
    }
  /** Another process took the run over: after a crash, or because an approval was answered. */
  | { readonly type: 'run-resumed'; readonly cause: 'crash' | 'approval' }
  | {
      readonly type: 'step-started'
      /** Counts model calls of this run from 1. */
      readonly step: number
      readonly model: {
        readonly label: string
        readonly demo: boolean
        /** The provider's model id, and the provider; absent when unknown. */
        readonly id?: string
        readonly provider?: string
      }
      /** SHA-256 hex of the recorded system prompt; its text is kept by `ConversationStore.recordPrompt`. */
      readonly promptDigest: string
      /**
       * The revisions whose texts the request has, in the prompt or in results of calls; absent for none, and in logs from
       * before this field.
       */
      readonly skills?: readonly UsedSkill[]
      /** The skills that the prompt's lists describe first, from now on; absent where the order stays as before. */
      readonly listOrder?: readonly SkillId[]
      /** What the prompt contained, beside skills; absent for none. */
      readonly untrusted?: readonly UntrustedContent[]
      /** The problem that caused this retry; absent at the first attempt. Every retry is recorded. */
      readonly retryOf?: Problem
    }
  | ({
      readonly type: 'step-completed'
      readonly step: number
      readonly text: string
      readonly toolCalls: readonly ToolCall[]
    } & ModelCallUsage)
  /** The step ended before its answer was whole: a person stopped it, or the model failed. */
  | {
      readonly type: 'step-interrupted'
      readonly step: number
      /** What had arrived of the answer; not empty. */
      readonly text: string
    }
  | {
      readonly type: 'tool-started'
      readonly call: ToolCall
      /** The id of the execution that the call starts if it is allowed. */
      readonly executionId?: ExecutionId
      /** The active skill whose list of allowed tools took the place of a person's confirmation. */
      readonly preapprovedBy?: UsedSkill
    }
  | {
      readonly type: 'tool-completed'
      readonly callId: string
      readonly name: string
      readonly outcome: ToolOutcome
      /**
       * What the outcome may contain. Empty: the server's own words, what the call itself said, and texts of
       * persons. Undefined in logs from before this field: the outcome counts as untrusted.
       */
      readonly untrusted: readonly UntrustedContent[] | undefined
    }
  | {
      readonly type: 'approval-required'
      readonly approvalId: ApprovalId
      readonly callId: string
      readonly approvalType: ApprovalRequest['type']
      /** Belongs to `approvalType`: {@link approvalRequestOf} combines the two. */
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
      /** The ids of the active skills; absent in logs from before this field. */
      readonly skillIds?: readonly SkillId[]
      /** The lists of allowed tools of the active skills; absent when no active skill has one. */
      readonly restrictions?: readonly ToolRestriction[]
      /** Skills that left because the budget was lowered below what was active; absent otherwise. */
      readonly leftOverBudget?: readonly UsedSkill[]
      /** Skills that left because they are no longer available; absent otherwise, and in older logs. */
      readonly withdrawn?: readonly WithdrawnSkill[]
      /** The call that activated skills, and these skills; absent otherwise. */
      readonly activated?: { readonly callId: string; readonly skills: readonly UsedSkill[] }
    }
  /**
   * The model was given a skill's text as a tool result. The skill's list of allowed tools holds for
   * the rest of the turn, or of the fork. It replaces those of skills given before, also when it is empty;
   * with `addsRestriction` it holds beside them, and without a list nothing changes.
   */
  | {
      readonly type: 'skill-used'
      /** The call whose result contains the text. */
      readonly callId: string
      readonly skill: UsedSkill
      readonly allowedTools?: readonly string[]
      readonly addsRestriction?: true
      /** The text stands in an earlier result; this one has none. */
      readonly repeated?: true
    }
  /**
   * Code of the agent read the texts of these skills, the model a file of one, or a script of one ran, or a command that
   * could read its folder. What the model learnt of them is in the call's result.
   */
  | {
      readonly type: 'skills-read'
      readonly callId: string
      readonly skills: readonly UsedSkill[]
    }
  /** A sub-agent began to carry out the skill for this call; the call's `tool-completed` ends it. */
  | {
      readonly type: 'fork-started'
      readonly callId: string
      readonly skill: UsedSkill
      readonly allowedTools: readonly string[]
      readonly task: string
    }
  /**
   * A person allowed this conversation to call a tool without further approvals, as long as the tool's
   * identity stays the same.
   */
  | {
      readonly type: 'tool-confirmed'
      readonly callId: string
      readonly tool: string
      readonly identity: string
    }
  /** A stored grant permitted this call; one use was consumed. */
  | {
      readonly type: 'grant-used'
      readonly callId: string
      readonly grantId: ToolGrantId
      readonly tool: string
    }
  /**
   * A skill of a registry joined this conversation. Its text is here alone: no library has it, and no other
   * conversation.
   */
  | {
      readonly type: 'registry-skill-fetched'
      readonly callId: string
      readonly skill: UsedSkill
      readonly from: RegistryPlace
      readonly body: string
    }
  /** The whole current list. */
  | { readonly type: 'todo-changed'; readonly items: readonly TodoItem[] }
  /** A person allowed this conversation to use a connector with this digest. */
  | {
      readonly type: 'connector-granted'
      readonly connector: string
      readonly digest: string
      /** The person was an owner or admin at that time; absent means no. */
      readonly byAdministrator?: boolean
    }
  /**
   * The catalogue of this run: chosen at its first step and shown at each one. Skills that were
   * deleted or disabled since are left out.
   */
  | ({ readonly type: 'skills-routed' } & RoutedSkills)
  /** The trigger of the run named skills, which were loaded before the first model call. */
  | {
      readonly type: 'skills-preloaded'
      readonly skills: readonly UsedSkill[]
      /** The skills that could not be loaded, and why. */
      readonly refused: readonly { readonly slug: string; readonly problem: Problem }[]
    }
  /** These bodies were shed from the prompt to keep within the budget. */
  | {
      readonly type: 'skill-bodies-shed'
      readonly skills: readonly UsedSkill[]
      readonly budgetChars: number
      /** The characters of the remaining bodies. */
      readonly usedChars: number
    }
  /** These bodies are back in the prompt. */
  | {
      readonly type: 'skill-bodies-restored'
      readonly skills: readonly UsedSkill[]
      readonly budgetChars: number
      readonly usedChars: number
    }
  /** The results of these calls are left out of later requests. */
  | {
      readonly type: 'context-trimmed'
      readonly callIds: readonly string[]
      /** The estimated tokens of the request before trimming. */
      readonly tokensBefore: number
    }
  /** A summary is requested from the model, which may be charged. */
  | { readonly type: 'summary-started'; readonly throughSeq: number; readonly tokensBefore: number }
  /** A summary replaces everything up to `throughSeq`. */
  | ({
      readonly type: 'context-summarised'
      readonly throughSeq: number
      readonly text: string
    } & ModelCallUsage)
  | { readonly type: 'run-completed'; readonly text: string }
  | { readonly type: 'run-failed'; readonly problem: Problem }
  | { readonly type: 'run-cancelled'; readonly by: UserId }
  /** What the person thinks of this run's answer. The last one counts; null takes it back. */
  | { readonly type: 'answer-rated'; readonly rating: AnswerRating | null; readonly by: UserId }

/** A person's thumb. */
export type AnswerRating = 'up' | 'down'

/** The approval request of an `approval-required` event. */
export function approvalRequestOf(
  event: Extract<ConversationEvent, { type: 'approval-required' }>,
): ApprovalRequest {
  return { type: event.approvalType, subject: event.subject } as ApprovalRequest
}

/** A stored event. */
export interface LoggedEvent {
  /** Counts from 1 within the conversation, without gaps; also the SSE id. */
  readonly seq: number
  readonly runId: RunId | null
  readonly traceId: TraceId
  readonly at: Timestamp
  readonly event: ConversationEvent
}
