import type { ChatRequest, ScriptedAnswer } from '../portable/scripted-provider.ts'

const name = 'quarterly-reports'
const draft = {
  name,
  title: 'Quarterly reports',
  description: 'How quarterly reports are built.',
  content: '# Quarterly reports\n\n- One sheet per region.\n- Dates as in 31.12.2025.\n',
  tags: ['finance', 'excel'],
}
const content = '# Quarterly reports\n\n- One sheet per region.\n- Dates as in 2025-12-31.\n'
const listed = {
  name,
  title: draft.title,
  description: draft.description,
  tags: draft.tags,
  source: 'agent',
  version: 2,
}
const { tags, source, version, ...facts } = listed

interface Step {
  readonly tool: string
  readonly input: object
  /** The document's result, key by key; or the code of a refusal. */
  readonly expected: object | string
}

const find_replace = { operation: 'find_replace', find: '31.12.2025', replace: '2025-12-31' }
const noMatch = { operation: 'find_replace', find: '31.12.2025', replace: 'x' }
const severalMatches = { operation: 'find_replace', find: '- ', replace: '* ' }
const empty = { operation: 'find_replace', find: '', replace: 'x' }

/** The model's steps in each turn; between the turns a user restores the deleted skill. */
export const turns: readonly (readonly Step[])[] = [
  [
    { tool: 'create_skill', input: draft, expected: { name, version: 1 } },
    { tool: 'update_skill', input: { name, ...find_replace }, expected: { name, version: 2 } },
    { tool: 'update_skill', input: { name, ...noMatch }, expected: 'edit.no-match' },
    { tool: 'update_skill', input: { name, ...severalMatches }, expected: 'edit.several-matches' },
    { tool: 'update_skill', input: { name, ...empty }, expected: 'edit.find-empty' },
    { tool: 'list_skills', input: { tag: 'finance' }, expected: { skills: [listed] } },
    {
      tool: 'read_skill',
      input: { name },
      expected: { ...facts, content, tags, source, version },
    },
    { tool: 'disable_skill', input: { name }, expected: { name, enabled: false } },
    { tool: 'list_skills', input: {}, expected: { skills: [] } },
    {
      tool: 'list_skills',
      input: { include_disabled: true },
      expected: { skills: [listed] },
    },
    { tool: 'delete_skill', input: { name }, expected: { deleted: true } },
    { tool: 'delete_skill', input: { name }, expected: { deleted: false } },
  ],
  [
    { tool: 'enable_skill', input: { name }, expected: { name, enabled: true } },
    {
      tool: 'read_skill',
      input: { name },
      expected: { ...facts, content, tags, source, version },
    },
    {
      tool: 'update_skill',
      input: { name, title: 'Reports of a quarter', tags: [] },
      expected: { name, version: 3 },
    },
  ],
]

/** The current turn of a conversation, and the model's steps in it so far. */
export function positionOf({ messages }: ChatRequest): { turn: number; step: number } {
  const lastUserMessage = messages.findLastIndex(({ role }) => role === 'user')
  return {
    turn: messages.filter(({ role }) => role === 'user').length - 1,
    step: messages.slice(lastUserMessage + 1).filter(({ role }) => role === 'assistant').length,
  }
}

export function nextAnswer(request: ChatRequest): ScriptedAnswer {
  const { turn, step } = positionOf(request)
  const next = turns[turn]?.[step]
  if (!next) return { text: 'Done.' }
  return {
    text: `Now I call ${next.tool}.`,
    calls: [{ name: next.tool, input: next.input }],
  }
}
