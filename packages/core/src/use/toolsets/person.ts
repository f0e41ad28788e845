import { z } from 'zod'
import { defineTool, type ToolEffect } from '../tools/tool.ts'
import type { Toolset } from '../tools/toolset.ts'

/** The maximum characters of a question, and of each option. */
const maxQuestionLength = 2000
const maxOptionLength = 200
/** The maximum number of to-do items, and characters of each. */
const maxItems = 50
const maxItemLength = 300

const clarify = defineTool({
  name: 'clarify',
  description:
    'Ask the person something you cannot go on without, and wait for the answer. Up to six answers to choose from may be offered; the person may always answer otherwise, or not at all.',
  input: z.strictObject({
    question: z.string().trim().min(1).max(maxQuestionLength).describe('One clear question.'),
    options: z
      .array(z.string().trim().min(1).max(maxOptionLength))
      .max(6)
      .refine((options) => new Set(options).size === options.length, 'Each option once.')
      .optional()
      .describe('Short answers to choose from.'),
  }),
  permission: 'conversations.use',
  policy: 'none',
  answersFrom: 'services',
  bind: ({ question, options = [] }) => ({
    approvalRequest: () => ({ type: 'clarification', subject: { question, options } }),
    effect: answeredWith(''),
    answered: ({ note }) => answeredWith(note),
  }),
})

/** Returns the person's answer as the result of the call. */
function answeredWith(answer: string): ToolEffect {
  return { kind: 'read', run: async () => ({ answer }) }
}

const todo = defineTool({
  name: 'todo',
  description:
    'Keep a list of what there is to do, which the person sees while you work. Each call replaces the whole list; an empty one takes it away.',
  input: z.strictObject({
    items: z
      .array(
        z.strictObject({
          text: z.string().trim().min(1).max(maxItemLength),
          status: z.enum(['open', 'in-progress', 'done']),
        }),
      )
      .max(maxItems),
  }),
  permission: 'conversations.use',
  policy: 'none',
  answersFrom: 'services',
  bind: ({ items }) => ({
    effect: {
      kind: 'record',
      run: async () => ({ output: { items }, events: [{ type: 'todo-changed', items }] }),
    },
  }),
})

/** Tools that involve the person: questions to them, and a to-do list they can follow. */
export const person: Toolset = {
  name: 'person',
  instructions: `When you cannot go on without knowing something only the person knows, ask with clarify; do not ask for what you can find out, nor twice. For work of several steps keep a list with todo and mark what is done.`,
  tools: [clarify, todo],
}
