import type { UsageFacts } from '@repertoire/core/domain'
import {
  type Latency,
  latencyOf,
  type Rate,
  rateOf,
  type StatsGroup,
} from '@repertoire/core/report'
import type { RateBody, StatsGroupBody, UsageNumbers } from '@repertoire/protocol'
import { wireTime } from './time.ts'

const dayMs = 86_400_000
const nanos = 1e9

/** The day as `2026-05-01`. */
export function wireDay(day: number): string {
  return wireTime(day * dayMs).slice(0, 10)
}

export function toUsageNumbers(facts: UsageFacts): UsageNumbers {
  const { activatedByPerson, activatedByAgent, activatedByRule } = facts
  const { modelCalls, costUnknown, callsTimed, toolCalls } = facts
  const { approvalsApproved: approved, runsCompleted: completed, runsFailed: failed } = facts
  const answers = approved + facts.approvalsDenied
  const isCostUnknown = modelCalls > 0 && costUnknown === modelCalls
  return {
    activations: {
      by_person: activatedByPerson,
      by_agent: activatedByAgent,
      by_rule: activatedByRule,
      total: activatedByPerson + activatedByAgent + activatedByRule,
    },
    offered: facts.offered,
    best_rank: facts.bestRank,
    taken: toRateBody(rateOf(facts.taken, facts.offered)),
    model_calls: modelCalls,
    input_tokens: facts.inputTokens,
    output_tokens: facts.outputTokens,
    cached_tokens: facts.cachedTokens,
    calls_without_tokens: facts.tokensUnknown,
    calls_without_cached_tokens: facts.cachedUnknown,
    cost: isCostUnknown ? null : facts.costNanos / nanos,
    calls_without_cost: costUnknown,
    mean_latency_ms: callsTimed === 0 ? null : facts.durationMs / callsTimed,
    latency: toLatencyBody(latencyOf(facts)),
    tool_calls: toolCalls,
    tool_failures: toRateBody(rateOf(facts.toolFailures, toolCalls)),
    approvals_asked: facts.approvalsAsked,
    approvals: toRateBody(rateOf(approved, answers)),
    mean_answer_ms: answers === 0 ? null : facts.answerMs / answers,
    runs: { completed, failed, cancelled: facts.runsCancelled },
    success: toRateBody(rateOf(completed, completed + failed)),
    thumbs: toRateBody(rateOf(facts.thumbsUp, facts.thumbsUp + facts.thumbsDown)),
  }
}

function toLatencyBody({ tooFew, ...latency }: Latency): UsageNumbers['latency'] {
  return { ...latency, too_few: tooFew }
}

export function toRateBody({ tooFew, ...rate }: Rate): RateBody {
  return { ...rate, too_few: tooFew }
}

export function toStatsGroup({ key, name, facts }: StatsGroup): StatsGroupBody {
  const { day, skillId, digest, agentId, model } = key
  return {
    ...(day !== undefined && { day: wireDay(day) }),
    ...(skillId && { skill_id: skillId }),
    ...(digest !== undefined && { digest }),
    ...(agentId !== undefined && { agent_id: agentId }),
    ...(model !== undefined && { model }),
    name,
    numbers: toUsageNumbers(facts),
  }
}
