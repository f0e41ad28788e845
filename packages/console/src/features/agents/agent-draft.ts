import type { AgentBody, AgentUpdate } from '@repertoire/protocol'

/** What a person edits of an agent. */
export type AgentDraft = Pick<
  AgentBody,
  'name' | 'instruction' | 'model_id' | 'toolsets' | 'skill_ids' | 'routing'
>

export const newAgentDraft: AgentDraft = {
  name: '',
  instruction: '',
  model_id: null,
  toolsets: ['workspace', 'person'],
  skill_ids: [],
  routing: null,
}

const keys = ['name', 'instruction', 'model_id', 'toolsets', 'skill_ids', 'routing'] as const

/** Only what differs is sent, so that somebody else's change of another part stays. */
export function changesOf(agent: AgentDraft, draft: AgentDraft): AgentUpdate {
  return Object.fromEntries(
    keys
      .filter((key) => JSON.stringify(draft[key]) !== JSON.stringify(agent[key]))
      .map((key) => [key, draft[key]]),
  )
}

/** The list with one item a place earlier (-1) or later (1); as it is where there is no such place. */
export function moved<Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] {
  const copy = [...items]
  const [item] = copy.splice(index, 1)
  const to = index + by
  if (item === undefined || to < 0 || to > copy.length) return [...items]
  copy.splice(to, 0, item)
  return copy
}
