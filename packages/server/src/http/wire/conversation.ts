import type { Problem } from '@repertoire/core/base'
import type { Agent, Conversation, Run, SkillsState } from '@repertoire/core/domain'
import { keptUntil } from '@repertoire/core/keep'
import type { DeletedConversation } from '@repertoire/core/ports'
import type {
  ConversationBody,
  ConversationSummary,
  DeletedConversationBody,
  RunBody,
  SkillsStateBody,
} from '@repertoire/protocol'
import { withoutLocation } from './problem-without-location.ts'
import { wireTime, wireTimeOrNull } from './time.ts'

export function toConversationSummary(conversation: Conversation): ConversationSummary {
  return {
    id: conversation.id,
    title: conversation.title,
    agent_id: conversation.agentId,
    created_at: wireTime(conversation.createdAt),
    updated_at: wireTime(conversation.updatedAt),
    last_event_id: conversation.headSeq,
  }
}

export function toDeletedConversation({
  conversation,
  deletedAt,
}: DeletedConversation): DeletedConversationBody {
  return {
    ...toConversationSummary(conversation),
    deleted_at: wireTime(deletedAt),
    kept_until: wireTime(keptUntil({ deletedAt })),
  }
}

export interface ConversationFacts {
  readonly skills: SkillsState
  readonly openRun: Run | null
  readonly agent: Agent | null
}

export function toConversationBody(
  conversation: Conversation,
  { skills, openRun, agent }: ConversationFacts,
): ConversationBody {
  return {
    ...toConversationSummary(conversation),
    skills: toSkillsStateBody(skills),
    agent: agent && { id: agent.id, name: agent.name },
    open_run: openRun && toRunBody(openRun),
  }
}

/** The fields of document A. */
export function toSkillsStateBody(state: SkillsState): SkillsStateBody {
  return {
    enabled_skills: state.enabledSkills.map((skill) => ({
      name: skill.name,
      slug: skill.slug,
      content_length: skill.contentLength,
      source_type: skill.sourceType,
      ...(skill.bodyShed && { body_shed: true as const }),
    })),
    budget_used_chars: state.budgetUsedChars,
    budget_max_chars: state.budgetMaxChars,
  }
}

export function toRunBody(run: Run): RunBody {
  return {
    id: run.id,
    status: run.status,
    trace_id: run.traceId,
    problem: run.problem && toProblemSummary(run.problem),
    started_at: wireTime(run.startedAt),
    finished_at: wireTimeOrNull(run.finishedAt),
  }
}

/** A problem inside a successful response. */
export function toProblemSummary(problem: Problem): {
  code: string
  message: string
  hint?: string
  details?: Record<string, unknown>
} {
  const { code, message, hint, details } = withoutLocation(problem)
  return {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  }
}
