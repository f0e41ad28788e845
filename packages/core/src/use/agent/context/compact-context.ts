import type { Problem } from '../../../base/errors.ts'
import type { ToolDescription } from '../../../ports/model.ts'
import { skillsInMessages } from '../../conversation/skills-in-messages.ts'
import type { Transcript } from '../../conversation/transcript.ts'
import { estimateFixed, estimateMessage, tokensOfLength } from '../../prompt/estimate-tokens.ts'
import { isShed } from '../../session/skills-state.ts'
import { callModel, retryDelay } from '../model-call.ts'
import { contextTokensOf, type StepContext } from '../step-context.ts'
import { type CompactionPlan, planCompaction } from './plan-compaction.ts'
import { compactSummary, summaryRequest } from './summarise.ts'

/** More rounds before one model call would not help. */
const maxRounds = 4

export interface FitRequest {
  readonly system: readonly string[]
  readonly tools: readonly ToolDescription[]
  /** The provider refused the last request as too large. */
  readonly forced: boolean
}

export type FitResult = { readonly transcript: Transcript } | { readonly problem: Problem }

/**
 * The transcript, compacted until it fits into the model's context. Each round is logged before it
 * takes effect, so any process resumes with the same messages.
 */
export async function fitContext(context: StepContext, request: FitRequest): Promise<FitResult> {
  const { journal, fork, ports } = context
  const limits = {
    ...ports.limits.context,
    tokens: contextTokensOf(ports),
  }
  const fixed = estimateFixed(request.system, request.tools)
  let { forced } = request
  for (let round = 1; round <= maxRounds; round += 1) {
    const transcript = journal.view.transcriptOf(fork?.call.id ?? null)
    const { entries } = transcript
    const plan = planCompaction({ entries, fixed, limits, forced })
    if (plan.do === 'nothing') return { transcript }
    const tokensBefore = entries.reduce((sum, { message }) => sum + estimateMessage(message), fixed)
    if (plan.do === 'give-up') {
      const skills = fork ? [] : skillsInContext(journal)
      return { problem: contextFull(plan.tokens, limits.tokens, skills) }
    }
    if (plan.do === 'trim') {
      await journal.append([{ type: 'context-trimmed', callIds: plan.callIds, tokensBefore }])
    } else {
      const availableTokens = Math.floor(limits.tokens * limits.compactAt)
      const problem = await summarise(context, { transcript, plan, availableTokens, tokensBefore })
      if (problem) return { problem }
    }
    forced = false
  }
  return { transcript: journal.view.transcriptOf(fork?.call.id ?? null) }
}

async function summarise(
  context: StepContext,
  {
    transcript,
    plan,
    availableTokens,
    tokensBefore,
  }: {
    readonly transcript: Transcript
    readonly plan: Extract<CompactionPlan, { do: 'summarise' }>
    readonly availableTokens: number
    readonly tokensBefore: number
  },
): Promise<Problem | undefined> {
  const { journal } = context
  const { throughSeq } = plan
  await journal.append([{ type: 'summary-started', throughSeq, tokensBefore }])
  const request = summaryRequest(transcript.entries, { throughSeq, availableTokens })
  const silent = { ...context, ports: { ...context.ports, onText: () => undefined } }
  for (let retries = 0; ; retries += 1) {
    const attempt = await callModel(silent, { ...request, step: 0, tools: [], fork: null })
    if ('answer' in attempt) {
      const text = compactSummary(attempt.answer.text)
      await journal.append([{ type: 'context-summarised', throughSeq, text, ...attempt.took }])
      return undefined
    }
    const delay = attempt.mayRetry ? retryDelay(attempt.problem, retries) : null
    if (delay === null) return attempt.problem
    await context.ports.wait(delay, context.turn.signal)
    if (context.turn.signal.aborted) return attempt.problem
  }
}

/** The skills whose texts take room now, the largest first. */
function skillsInContext({
  session,
  events,
  view,
}: StepContext['journal']): readonly SkillTokens[] {
  const active = session.active
    .filter(({ skillId }) => !isShed(session, skillId))
    .map(({ slug, contentLength }) => ({ slug, tokens: tokensOfLength(contentLength) }))
  const given = skillsInMessages(events, view.transcriptOf(null)).map(({ slug, tokens }) => ({
    slug,
    tokens,
  }))
  return [...active, ...given].sort((a, b) => b.tokens - a.tokens)
}

interface SkillTokens {
  readonly slug: string
  readonly tokens: number
}

function contextFull(tokens: number, limit: number, skills: readonly SkillTokens[]): Problem {
  const named = skills.slice(0, 5).map((one) => `${one.slug} (${one.tokens})`)
  const drop =
    named.length > 0
      ? `Drop a skill whose text takes room: ${named.join(', ')}. Or begin`
      : 'Shorten the message, begin'
  return {
    code: 'context.full',
    kind: 'too-large',
    message: `The request needs about ${tokens} tokens; the model takes at most ${limit}.`,
    hint: `${drop} a new conversation, or choose a model with a larger context.`,
    details: { tokens, limit_tokens: limit, skills: skills.map((one) => ({ ...one })) },
  }
}
