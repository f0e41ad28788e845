import type { Problem } from '../../base/errors.ts'
import type { ToolCall } from '../../domain/events.ts'
import type { ModelAnswer } from '../../ports/model.ts'
import type { RunLimits } from './next-action.ts'

/** An id or name of a tool call that every provider accepts in later requests. */
const portableIdentifier = /^[A-Za-z0-9_-]{1,64}$/

/** Why an answer is rejected: a program's own model may return anything. */
export function answerProblem(answer: unknown, limits: RunLimits): Problem | undefined {
  const field = malformedField(answer)
  return field === undefined ? limitProblem(answer as ModelAnswer, limits) : malformed(field)
}

/** The first field without its type; undefined where the answer has its shape. */
function malformedField(answer: unknown): string | undefined {
  if (!isObject(answer)) return 'answer'
  const { text, toolCalls, usage } = answer
  if (typeof text !== 'string') return 'text'
  if (!Array.isArray(toolCalls)) return 'toolCalls'
  for (const [index, call] of toolCalls.entries()) {
    if (!isObject(call)) return `toolCalls.${index}`
    if (typeof call.id !== 'string') return `toolCalls.${index}.id`
    if (typeof call.name !== 'string') return `toolCalls.${index}.name`
    if (lengthOf(call.input) === undefined) return `toolCalls.${index}.input`
  }
  return isObject(usage) ? undefined : 'usage'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Too large: it would be stored, shown and sent to the model again and again. */
function limitProblem(
  { text, toolCalls }: Pick<ModelAnswer, 'text' | 'toolCalls'>,
  { callsPerStep, answerCharacters }: RunLimits,
): Problem | undefined {
  if (toolCalls.length > callsPerStep) return tooManyCalls(toolCalls.length, callsPerStep)
  let characters = text.length
  for (const { input } of toolCalls) {
    characters += lengthOf(input) ?? 0
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

/** Infinite for an input that is nested too deeply to serialise; undefined for one that is no JSON. */
function lengthOf(input: unknown): number | undefined {
  try {
    return (JSON.stringify(input) as string | undefined)?.length
  } catch (error) {
    return error instanceof RangeError ? Number.POSITIVE_INFINITY : undefined
  }
}

function malformed(field: string): Problem {
  return {
    code: 'model.malformed-answer',
    kind: 'unavailable',
    message: `The model's answer was not used: its field ${field} is missing or of another type.`,
    hint: 'A model returns { text, toolCalls: [{ id, name, input }], usage: { inputTokens, outputTokens } }; null is an unknown count.',
    details: { field },
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
