import { formatCount, plural } from '../../shared/design/numbers.ts'
import type { ToolItem } from './conversation-view.ts'
import { fieldOf, inputText, toolCallLabelOf } from './tool-call-labels.ts'

/** A tool call as a sentence a person reads; the JSON stays one click away. */
export function toolSentence(tool: ToolItem): string {
  const { call, outcome, approval } = tool
  const slug = inputText(call.input, 'skill_slug') || 'a skill'
  const done = outcome?.status === 'ok'
  const refused = outcome !== null && outcome.status !== 'ok'
  // Document A's tools of this name say `skill_slug`; document B's switch the library and say `name`.
  const switchesLibrary = /^(?:en|dis)able_skill$/.test(call.name) && inputText(call.input, 'name')
  if (switchesLibrary) return otherSentence(tool)
  switch (call.name) {
    case 'search_skills':
      return searchSentence(call.input, outcome)
    case 'enable_skill':
      if (done) return `Activated ${slug}`
      if (refused) return `Did not activate ${slug}`
      return approval?.status === 'pending' ? `Asks to activate ${slug}` : `Activating ${slug}`
    case 'disable_skill':
      if (refused) return `Did not deactivate ${slug}`
      return done ? `Deactivated ${slug} and freed its budget` : `Deactivating ${slug}`
    case 'list_enabled_skills':
      return listSentence(outcome)
    default:
      return otherSentence(tool)
  }
}

function otherSentence({ call, outcome, approval }: ToolItem): string {
  const telling = toolCallLabelOf(call.name, call.input)
  if (!telling) return `${outcome ? 'Called' : 'Calling'} ${call.name}`
  const [doing, done, failed] = telling
  if (outcome === null) {
    const asks = call.name === 'use_skill' && approval?.status === 'pending'
    return asks ? `Asks to use ${inputText(call.input, 'name') || 'a skill'}` : doing
  }
  if (outcome.status !== 'ok') return failed
  if (call.name === 'save_skill') return savedSentence(call.input, outcome.output)
  // Where there can be no sub-agent, the agent is told to do it by itself.
  const itself = call.name === 'use_skill' && fieldOf(outcome.output, 'context_fork') === true
  return itself ? `${done}, to carry it out without a sub-agent` : done
}

function savedSentence(input: unknown, output: unknown): string {
  const name = inputText(output, 'name') || inputText(input, 'name') || 'a skill'
  switch (inputText(output, 'status')) {
    case 'proposed':
      return `Proposed the skill ${name}`
    case 'unchanged':
      return `The skill ${name} was saved already`
    default:
      return `Saved the skill ${name}`
  }
}

function searchSentence(input: unknown, outcome: ToolItem['outcome']): string {
  const query = inputText(input, 'query')
  const tags = fieldOf(input, 'tags')
  const about = [
    query ? ` for “${query}”` : '',
    Array.isArray(tags) && tags.length > 0 ? ` tagged ${tags.join(', ')}` : '',
  ].join('')
  if (outcome === null) return `Searching skills${about}`
  if (outcome.status !== 'ok') return `Could not search skills${about}`
  const count = listLength(outcome.output)
  return `Searched skills${about}${count === null ? '' : ` — ${formatCount(count)} found`}`
}

function listSentence(outcome: ToolItem['outcome']): string {
  if (outcome === null) return 'Looking at the active skills'
  if (outcome.status !== 'ok') return 'Could not look at the active skills'
  const count = listLength(outcome.output)
  return count === null
    ? 'Looked at the active skills'
    : `Looked at the active skills — ${plural(count, 'skill')}`
}

function listLength(value: unknown): number | null {
  if (Array.isArray(value)) return value.length
  for (const name of ['skills', 'results', 'items', 'enabled_skills']) {
    const list = fieldOf(value, name)
    if (Array.isArray(list)) return list.length
  }
  return null
}
