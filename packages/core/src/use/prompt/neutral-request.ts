import type { JsonObject, JsonValue } from '../../base/json.ts'
import { neutraliseTemplates } from '../../base/text/chat-templates.ts'
import type { ToolOutcome } from '../../domain/events.ts'
import type { ModelMessage, ToolDescription } from '../../ports/model.ts'

/** By message and by tool, which never change: each step sends those of all steps before it again. */
const knownMessages = new WeakMap<ModelMessage, ModelMessage>()
const knownTools = new WeakMap<ToolDescription, ToolDescription>()

/**
 * Messages without control tokens of chat templates, wherever they come from: a person's text, a payload, the
 * model's own words, results of tools. The framing of results stays. Pure; a message without any is the same object.
 */
export function neutralMessages(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  return messages.map((message) => {
    const neutral = knownMessages.get(message) ?? neutralMessage(message)
    knownMessages.set(message, neutral)
    return neutral
  })
}

function neutralMessage(message: ModelMessage): ModelMessage {
  if (message.role === 'user') return withText(message)
  if (message.role === 'assistant') {
    const toolCalls = sameOr(message.toolCalls, (call) => {
      const input = neutralJson(call.input)
      return input === call.input ? call : { ...call, input }
    })
    const written = withText(message)
    return toolCalls === message.toolCalls ? written : { ...written, toolCalls }
  }
  const outcome = neutralOutcome(message.outcome)
  return outcome === message.outcome ? message : { ...message, outcome }
}

/** Tools without such tokens in their descriptions; connectors write their own. Names and values stay. Pure. */
export function neutralTools(tools: readonly ToolDescription[]): readonly ToolDescription[] {
  return tools.map((tool) => {
    const neutral = knownTools.get(tool) ?? neutralTool(tool)
    knownTools.set(tool, neutral)
    return neutral
  })
}

function neutralTool(tool: ToolDescription): ToolDescription {
  const description = neutraliseTemplates(tool.description)
  const inputSchema = neutralDescriptions(tool.inputSchema) as JsonObject
  const isSame = description === tool.description && inputSchema === tool.inputSchema
  return isSame ? tool : { ...tool, description, inputSchema }
}

function withText<Message extends { readonly text: string }>(message: Message): Message {
  const text = neutraliseTemplates(message.text)
  return text === message.text ? message : { ...message, text }
}

function neutralOutcome(outcome: ToolOutcome): ToolOutcome {
  if (outcome.status === 'ok') {
    const output = neutralJson(outcome.output)
    return output === outcome.output ? outcome : { ...outcome, output }
  }
  const problem = neutralJson(outcome.problem as unknown as JsonValue)
  return problem === (outcome.problem as unknown)
    ? outcome
    : { ...outcome, problem: problem as unknown as typeof outcome.problem }
}

/** All texts of a value, keys among them. */
function neutralJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return neutraliseTemplates(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return sameOr(value, neutralJson) as JsonValue[]
  return mapEntries(value, (key, inner) => [neutraliseTemplates(key), neutralJson(inner)])
}

/** Only the words of a schema: another key or value would be another schema. */
function neutralDescriptions(schema: JsonValue): JsonValue {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return sameOr(schema, neutralDescriptions) as JsonValue[]
  return mapEntries(schema, (key, inner) => {
    const isText = (key === 'description' || key === 'title') && typeof inner === 'string'
    return [key, isText ? neutraliseTemplates(inner) : neutralDescriptions(inner)]
  })
}

function mapEntries(
  value: JsonObject,
  change: (key: string, inner: JsonValue) => readonly [string, JsonValue],
): JsonObject {
  const before = Object.entries(value)
  const after = before.map(([key, inner]) => change(key, inner))
  const isSame = after.every(([key, inner], at) => {
    const [oldKey, oldInner] = before[at] as [string, JsonValue]
    return key === oldKey && inner === oldInner
  })
  return isSame ? value : Object.fromEntries(after)
}

function sameOr<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = items.map(change)
  return changed.every((item, at) => item === items[at]) ? items : changed
}
