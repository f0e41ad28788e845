import { unknownUsage } from '@repertoire/core/domain'
import type { Model, ModelAnswer } from '@repertoire/core/ports'
import { decide } from './decide.ts'
import { label, prefix } from './label.ts'

/**
 * The model that is used when none is configured: deterministic, offline, and labelled in every answer. It has
 * no special access: it gets the same request as any model and acts through tool calls.
 */
export function createDemoModel(): Model {
  return {
    ...{ label, id: 'demo', provider: 'repertoire', demo: true },
    step: async ({ system, messages, tools, signal }, onText): Promise<ModelAnswer> => {
      signal?.throwIfAborted()
      const { text: reply, calls } = decide({ system, messages, tools })
      // Text beside a call may be shown in an approval request, so only the final answer has the prefix.
      const text = reply === '' || calls.length > 0 ? reply : `${prefix}${reply}`
      for (const piece of text.match(/[\s\S]{1,48}(?=\s|$)|[\s\S]{1,48}/g) ?? []) onText(piece)
      const toolCalls = calls.map((call, index) => ({ id: `demo_${index}`, ...call }))
      return { text, toolCalls, usage: unknownUsage }
    },
  }
}
