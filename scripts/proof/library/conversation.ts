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
  /** The document's return shape, key by key; or the code of a refusal. */
  readonly comesTo: object | string
}

const find_replace = { operation: 'find_replace', find: '31.12.2025', replace: '2025-12-31' }
const nowhere = { operation: 'find_replace', find: '31.12.2025', replace: 'x' }
const twice = { operation: 'find_replace', find: '- ', replace: '* ' }
const empty = { operation: 'find_replace', find: '', replace: 'x' }

/** What the model does in each turn; between the two a person restores what it deleted. */
export const turns: readonly (readonly Step[])[] = [
  [
    { tool: 'create_skill', input: draft, comesTo: { name, version: 1 } },
    { tool: 'update_skill', input: { name, ...find_replace }, comesTo: { name, version: 2 } },
    { tool: 'update_skill', input: { name, ...nowhere }, comesTo: 'edit.no-match' },
    { tool: 'update_skill', input: { name, ...twice }, comesTo: 'edit.several-matches' },
    { tool: 'update_skill', input: { name, ...empty }, comesTo: 'edit.find-empty' },
    { tool: 'list_skills', input: { tag: 'finance' }, comesTo: { skills: [listed] } },
    {
      tool: 'read_skill',
      input: { name },
      comesTo: { ...facts, content, tags, source, version },
    },
    { tool: 'disable_skill', input: { name }, comesTo: { name, enabled: false } },
    { tool: 'list_skills', input: {}, comesTo: { skills: [] } },
    {
      tool: 'list_skills',
      input: { include_disabled: true },
      comesTo: { skills: [listed] },
    },
    { tool: 'delete_skill', input: { name }, comesTo: { deleted: true } },
    { tool: 'delete_skill', input: { name }, comesTo: { deleted: false } },
  ],
  [
    { tool: 'enable_skill', input: { name }, comesTo: { name, enabled: true } },
    {
      tool: 'read_skill',
      input: { name },
      comesTo: { ...facts, content, tags, source, version },
    },
    {
      tool: 'update_skill',
      input: { name, title: 'Reports of a quarter', tags: [] },
      comesTo: { name, version: 3 },
    },
  ],
]

/** Where a conversation has got to: which turn, and how many steps the model has taken in it. */
export function placeOf({ messages }: ChatRequest): { turn: number; step: number } {
  const spoken = messages.findLastIndex(({ role }) => role === 'user')
  return {
    turn: messages.filter(({ role }) => role === 'user').length - 1,
    step: messages.slice(spoken + 1).filter(({ role }) => role === 'assistant').length,
  }
}

export function nextAnswer(request: ChatRequest): ScriptedAnswer {
  const { turn, step } = placeOf(request)
  const next = turns[turn]?.[step]
  if (!next) return { text: 'Done.' }
  return {
    text: `Now I call ${next.tool}.`,
    calls: [{ name: next.tool, input: next.input }],
  }
}
