import { z } from 'zod'
import type { JsonObject } from '../../base/json.ts'
import type { ToolCall } from '../../domain/events.ts'
import { executeConnectorTool } from './connector-call.ts'
import { withSkillField } from './skill-field.ts'
import { defineTool } from './tool.ts'
import type { ToolTable } from './toolset.ts'

const name = 'tool_invoke'

const input = z.strictObject({
  tool: z
    .string()
    .min(1)
    .max(200)
    .refine((tool) => tool !== name, `${name} cannot call itself.`)
    .describe('The name of the tool.'),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('As the schema of the tool says.'),
})

/**
 * `tool_invoke`: a proxy for any tool of the agent. It has no effect of its own: {@link invokedCall}
 * replaces it by the named call before the gate.
 */
export const toolInvoke = defineTool({
  name,
  description:
    'Call any of your tools by its name, with the arguments its schema asks for. It is the same call as the direct one: the same rules hold, and the same people are asked.',
  input,
  permission: 'conversations.use',
  policy: 'none',
  answersFrom: 'services',
  bind: ({ tool }) => ({
    approvalRequest: () => ({
      code: 'tool.unknown',
      kind: 'not-found',
      message: `There is no tool named "${tool}".`,
    }),
    effect: { kind: 'read', run: async () => null },
  }),
})

/**
 * Replaces a call of `tool_invoke`, of a connector's tool by its full name, or with another tool's field for its skill, by
 * the call it means, under the same id, so that gate, log and approvals see only the named call. An invalid call, or one that names `tool_invoke` itself, stays and is refused.
 * Pure.
 */
export function invokedCall(call: ToolCall, tools: Pick<ToolTable, 'find'>): ToolCall {
  const named = connectorToolCall(namedCall(call, tools), tools)
  return withSkillField(named, tools.find(named.name)?.skillField)
}

/**
 * Replaces a call of `mcp__<connector>__<tool>`, the name that skills and lists have for it, by the call of
 * `execute_connector_tool`; the agent's own tools come first.
 */
function connectorToolCall(call: ToolCall, tools: Pick<ToolTable, 'find'>): ToolCall {
  const found = /^mcp__([a-z0-9-]{1,64})__(.{1,128})$/s.exec(call.name)
  if (!found || tools.find(call.name)) return call
  if (tools.find(executeConnectorTool.name) !== executeConnectorTool) return call
  const [, connector = '', tool = ''] = found
  const given = call.input === '' ? null : call.input
  const input = { connector, tool, ...(given !== null && { input: given }) }
  return { id: call.id, name: executeConnectorTool.name, input }
}

/** The name of the tool that the call means, for an agent that has {@link toolInvoke}. */
export function requestedTool(call: ToolCall): string {
  return namedCall(call, { find: () => toolInvoke }).name
}

function namedCall(call: ToolCall, tools: Pick<ToolTable, 'find'>): ToolCall {
  if (call.name !== name || tools.find(name) !== toolInvoke) return call
  const parsed = input.safeParse(withoutNullArguments(call.input))
  if (!parsed.success) return call
  const { tool, arguments: given = {} } = parsed.data
  return { id: call.id, name: tool, input: given as JsonObject }
}

function withoutNullArguments(given: ToolCall['input']): ToolCall['input'] {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return given
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}
