import type { JsonValue } from '../../base/json.ts'
import type { ConversationEvent, ToolOutcome, UsedSkill } from '../../domain/events.ts'
import type { Execution } from '../../domain/execution.ts'
import { reportedUsage } from '../../domain/token-usage.ts'
import type { SpanAttributes, SpanOptions } from './span.ts'
import type { SpanDescriptor } from './span-collector.ts'

/** The maximum characters of one content attribute. */
const maxContentLength = 8_000
/** In characters. Models can invent tool names, and names are exported even without `contents`. */
const maxNameLength = 100

type Contents = Pick<SpanOptions, 'contents'>
type RequestedModel = Extract<ConversationEvent, { type: 'step-started' }>['model']

export function chatSpan(model: RequestedModel): SpanDescriptor {
  const attributes = { 'gen_ai.operation.name': 'chat', ...modelAttributes(model) }
  return { name: `chat ${model.id ?? model.label}`, kind: 'client', attributes }
}

/** The log does not record the model of a summary. */
export const summarySpan: SpanDescriptor = {
  ...{ name: 'chat', kind: 'client' },
  attributes: { 'gen_ai.operation.name': 'chat', 'repertoire.summary': true },
}

export function modelAttributes({ label, id, provider }: RequestedModel): SpanAttributes {
  return {
    'gen_ai.request.model': id ?? label,
    ...(provider && { 'gen_ai.provider.name': provider }),
  }
}

export function toolSpan(
  call: { readonly id: string; readonly name: string; readonly input?: JsonValue },
  { contents }: Contents,
): SpanDescriptor {
  const tool = truncate(call.name, maxNameLength)
  return {
    name: `execute_tool ${tool}`,
    kind: 'internal',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': call.id,
      ...(contents &&
        call.input !== undefined && { 'gen_ai.tool.call.arguments': content(call.input) }),
    },
  }
}

/** A skill was added to the conversation. */
export function activationSpan(skill: UsedSkill): SpanDescriptor {
  return {
    name: `activate_skill ${skill.slug}`,
    kind: 'internal',
    attributes: skillAttributes(skill),
  }
}

/** The entry of a command is its text, so it is exported only with `contents`. */
export function executionSpan(
  { id, status, runtime, exitCode, skill, entry }: Execution,
  { contents }: Contents,
): SpanDescriptor {
  return {
    name: `run_script ${runtime}`,
    kind: 'internal',
    attributes: {
      'repertoire.execution.id': id,
      'repertoire.execution.status': status,
      'repertoire.execution.runtime': runtime,
      ...(exitCode !== null && { 'process.exit.code': exitCode }),
      ...(skill && skillAttributes(skill)),
      ...(contents && { 'repertoire.execution.entry': truncate(entry, maxContentLength) }),
    },
  }
}

export function skillAttributes(skill: {
  readonly slug: string
  readonly digest: string
}): SpanAttributes {
  return { 'skill.name': skill.slug, 'skill.digest': skill.digest }
}

export function answerAttributes(
  { usage, text }: Extract<ConversationEvent, { type: 'step-completed' | 'context-summarised' }>,
  { contents }: Contents,
): SpanAttributes {
  const { inputTokens, outputTokens, cachedTokens } = reportedUsage(usage)
  const said = { type: 'text', content: truncate(text, maxContentLength) }
  const messages = [{ role: 'assistant', parts: [said] }]
  return {
    ...(inputTokens !== null && { 'gen_ai.usage.input_tokens': inputTokens }),
    ...(cachedTokens !== null && { 'gen_ai.usage.cache_read.input_tokens': cachedTokens }),
    ...(outputTokens !== null && { 'gen_ai.usage.output_tokens': outputTokens }),
    ...(contents && { 'gen_ai.output.messages': JSON.stringify(messages) }),
  }
}

/** The error code of the model call at which a sub-agent failed. */
export function forkError(outcome: ToolOutcome): string {
  if (outcome.status === 'ok') return 'interrupted'
  const cause = outcome.problem.details?.cause
  return typeof cause === 'string' ? cause : outcome.problem.code
}

export function outcomeOf(outcome: ToolOutcome, { contents }: Contents) {
  if (outcome.status !== 'ok') return { error: outcome.problem.code }
  if (!contents) return {}
  return { attributes: { 'gen_ai.tool.call.result': content(outcome.output) } }
}

function content(value: JsonValue): string {
  return truncate(JSON.stringify(value), maxContentLength)
}

/** Replaces lone surrogates, which collectors refuse, after truncation. */
function truncate(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/\p{Cs}/gu, '\uFFFD')
}
