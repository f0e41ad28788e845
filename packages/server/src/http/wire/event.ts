import type {
  ConversationEvent,
  LoggedEvent,
  ToolOutcome,
  TriggerContext,
} from '@repertoire/core/domain'
import type { ToolOutcomeBody, WireEvent } from '@repertoire/protocol'
import { toApprovalRequiredData } from './approval-required-event.ts'
import { toProblemSummary, toSkillsStateBody } from './conversation.ts'
import { contextOf, type EventContext } from './event-context.ts'
import { toModelCallUsage } from './model-call-usage.ts'
import type { NamedData } from './named-data.ts'
import { routingData } from './routing-event.ts'
import { toolFactData, toRestriction, toUsedSkill } from './tool-event.ts'

/** An event of the log as clients see it. */
export function toWireEvent(logged: LoggedEvent): WireEvent {
  return { id: logged.seq, ...namedData(logged.event, contextOf(logged)) } as WireEvent
}

function startedData(
  { call, executionId, preapprovedBy }: Extract<ConversationEvent, { type: 'tool-started' }>,
  context: EventContext,
) {
  return {
    ...{ ...context, call, ...(executionId && { execution_id: executionId }) },
    ...(preapprovedBy && { preapproved_by: toUsedSkill(preapprovedBy) }),
  }
}

function skillsStateData(event: EventOf<'skills-state-changed'>) {
  const { state, restrictions, leftOverBudget, withdrawn } = event
  return {
    ...toSkillsStateBody(state),
    ...(restrictions && { restrictions: restrictions.map(toRestriction) }),
    ...(leftOverBudget && { left_over_budget: leftOverBudget.map(toUsedSkill) }),
    ...(withdrawn && {
      withdrawn: withdrawn.map((skill) => ({ ...toUsedSkill(skill), reason: skill.reason })),
    }),
  }
}

function namedData(event: ConversationEvent, context: EventContext): NamedData {
  switch (event.type) {
    case 'message-received': {
      const { messageId, text, userId } = event
      const data = { ...context, message_id: messageId, text, user_id: userId }
      return { event: 'message_received', data }
    }
    case 'step-started':
    case 'step-completed':
    case 'step-interrupted':
      return stepData(event, context)
    case 'tool-started':
      return { event: 'tool_started', data: startedData(event, context) }
    case 'tool-completed': {
      const { callId, name, untrusted } = event
      const outcome = toOutcome(event.outcome)
      const contains = untrusted && { untrusted: [...untrusted] }
      const data = { ...context, call_id: callId, name, outcome, ...contains }
      return { event: 'tool_completed', data }
    }
    case 'approval-required':
    case 'approval-resolved':
      return approvalData(event, context)
    case 'skills-state-changed':
      return { event: 'skills_state_changed', data: skillsStateData(event) }
    case 'skill-used':
    case 'skills-read':
    case 'registry-skill-fetched':
    case 'fork-started':
    case 'todo-changed':
    case 'connector-granted':
    case 'tool-confirmed':
    case 'grant-used':
      return toolFactData(event, context)
    case 'skills-routed':
    case 'skills-preloaded':
    case 'skill-bodies-shed':
    case 'skill-bodies-restored':
      return routingData(event, context)
    case 'context-trimmed':
    case 'summary-started':
    case 'context-summarised':
      return contextData(event, context)
    default:
      return runData(event, context)
  }
}

type EventOf<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>

function runData(
  event: EventOf<
    | 'run-started'
    | 'run-resumed'
    | 'run-completed'
    | 'run-failed'
    | 'run-cancelled'
    | 'answer-rated'
  >,
  context: EventContext,
): NamedData {
  switch (event.type) {
    case 'run-started': {
      const { toolsets, agent, signal, client } = event
      const data = {
        ...(client !== undefined && { client }),
        ...{ ...context, toolsets: [...toolsets], ...(agent && { agent }) },
        ...(signal && { signal: triggerData(signal) }),
      }
      return { event: 'run_started', data }
    }
    case 'run-resumed':
      return { event: 'run_resumed', data: { ...context, cause: event.cause } }
    case 'run-completed':
      return { event: 'run_completed', data: { ...context, text: event.text } }
    case 'run-failed':
      return {
        event: 'run_failed',
        data: { ...context, problem: toProblemSummary(event.problem) },
      }
    case 'run-cancelled':
      return { event: 'run_cancelled', data: { ...context, by: event.by } }
    case 'answer-rated':
      return { event: 'answer_rated', data: { ...context, rating: event.rating, by: event.by } }
  }
}

/** What compaction did. */
function contextData(
  event: EventOf<'context-trimmed' | 'summary-started' | 'context-summarised'>,
  context: EventContext,
): NamedData {
  switch (event.type) {
    case 'context-trimmed': {
      const data = { ...context, call_ids: [...event.callIds], tokens_before: event.tokensBefore }
      return { event: 'context_trimmed', data }
    }
    case 'summary-started': {
      const { throughSeq, tokensBefore } = event
      const data = { ...context, through_id: throughSeq, tokens_before: tokensBefore }
      return { event: 'summary_started', data }
    }
    case 'context-summarised': {
      const { throughSeq, text } = event
      const data = { ...context, through_id: throughSeq, text, ...toModelCallUsage(event) }
      return { event: 'context_summarised', data }
    }
  }
}

function stepData(
  event: EventOf<'step-started' | 'step-completed' | 'step-interrupted'>,
  context: EventContext,
): NamedData {
  if (event.type === 'step-started') {
    const data = {
      ...context,
      step: event.step,
      model: { label: event.model.label, demo: event.model.demo },
      prompt_digest: event.promptDigest,
      ...(event.skills && { skills: event.skills.map(toUsedSkill) }),
      ...(event.retryOf ? { retry_of: toProblemSummary(event.retryOf) } : {}),
    }
    return { event: 'step_started', data }
  }
  if (event.type === 'step-interrupted') {
    const { step, text } = event
    return { event: 'step_interrupted', data: { ...context, step, text } }
  }
  const data = {
    ...context,
    step: event.step,
    text: event.text,
    tool_calls: event.toolCalls.map((call) => ({ ...call })),
    ...toModelCallUsage(event),
  }
  return { event: 'step_completed', data }
}

function approvalData(
  event: EventOf<'approval-required' | 'approval-resolved'>,
  context: EventContext,
): NamedData {
  if (event.type === 'approval-resolved') {
    const data = {
      ...context,
      approval_id: event.approvalId,
      call_id: event.callId,
      decision: event.decision,
      answered_by: event.answeredBy,
      note: event.note,
    }
    return { event: 'approval_resolved', data }
  }
  return { event: 'approval_required', data: toApprovalRequiredData(event, context) }
}

function toOutcome(outcome: ToolOutcome): ToolOutcomeBody {
  if (outcome.status === 'ok') return { status: 'ok', output: outcome.output }
  return { status: outcome.status, problem: toProblemSummary(outcome.problem) }
}

function triggerData(signal: TriggerContext) {
  const { source, signalId: id, name, asset, severity, operatorAuthored } = signal
  const { ignoredStages, reference } = signal
  return {
    ...{ source, id, severity },
    ...(name !== undefined && { name }),
    asset: asset && { symbol: asset.symbol, asset_class: asset.assetClass },
    preload_skills: [...signal.preloadSkills],
    suggested_stages: [...signal.suggestedStages],
    ...(ignoredStages && { ignored_stages: [...ignoredStages] }),
    operator_authored: operatorAuthored,
    ...(reference !== undefined && { reference }),
  }
}
