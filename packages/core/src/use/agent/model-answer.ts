import type { Problem } from '../../base/errors.ts'
import type { JsonValue } from '../../base/json.ts'
import type { ToolCall } from '../../domain/events.ts'
import type { ModelAnswer } from '../../ports/model.ts'
import type { RunLimits } from './next-action.ts'

/** An id or name of a tool call that every provider accepts in later requests. */
const portableIdentifier = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Why an answer is rejected for its size: it would be stored, shown and sent to the model again and again.
 */
export function answerLimitProblem(
  { text, toolCalls }: Pick<ModelAnswer, 'text' | 'toolCalls'>,
  { callsPerStep, answerCharacters }: RunLimits,
): Problem | undefined {
  if (toolCalls.length > callsPerStep) return tooManyCalls(toolCalls.length, callsPerStep)
  let characters = text.length
  for (const { input } of toolCalls) {
    characters += lengthOf(input)
    if (characters > answerCharacters) break
  }
  return characters > answerCharacters ? answerTooLarge(answerCharacters) : undefined
}

/**
 * The calls with ids that are unique within the conversation, since providers repeat them or send none, and
 * with names that providers accept: a refused name would end the conversation.
 */
export function withPortableIds(
  calls: readonly ToolCall[],
  step: number,
  taken: ReadonlySet<string>,
): readonly ToolCall[] {
  const used = new Set(taken)
  return calls.map((call, index) => {
    let id = call.id
    for (let attempt = 0; !portableIdentifier.test(id) || used.has(id); attempt += 1) {
      id = `call_${used.size + attempt}_${step}_${index}`
    }
    used.add(id)
    return { ...call, id, name: portableName(call.name) }
  })
}

/** Infinite for an input that is nested too deeply to serialise. */
function lengthOf(input: JsonValue): number {
  try {
    return JSON.stringify(input).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

export function answerTooLarge(limit: number): Problem {
  return {
    code: 'model.answer-too-large',
    kind: 'too-large',
    message: `The model's answer has more than ${limit} characters, so it was rejected.`,
    hint: 'Ask for less at once, or choose another model.',
    details: { limit_chars: limit },
  }
}

function tooManyCalls(calls: number, limit: number): Problem {
  return {
    code: 'model.too-many-calls',
    kind: 'too-large',
    message: `The model asked for ${calls} tool calls at once; at most ${limit} are allowed, so none was made.`,
    hint: 'Ask for less at once, or choose another model.',
    details: { calls, limit },
  }
}

function portableName(name: string): string {
  return portableIdentifier.test(name)
    ? name
    : name.slice(0, 64).replace(/[^A-Za-z0-9_-]/g, '_') || '_'
}
