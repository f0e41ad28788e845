import { formatCount, plural } from '../design/numbers.ts'
import type { ToolItem } from './conversation-view.ts'

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listLength(value: unknown): number | null {
  if (Array.isArray(value)) return value.length
  for (const name of ['skills', 'results', 'items', 'enabled_skills']) {
    const list = field(value, name)
    if (Array.isArray(list)) return list.length
  }
  return null
}

/** A tool call as a sentence a person reads; the JSON stays one click away. */
export function toolSentence({ call, outcome, approval }: ToolItem): string {
  const slug = words(field(call.input, 'skill_slug')) || 'a skill'
  const done = outcome?.status === 'ok'
  const refused = outcome !== null && outcome.status !== 'ok'
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
      return `${done || refused ? 'Called' : 'Calling'} ${call.name}`
  }
}

function searchSentence(input: unknown, outcome: ToolItem['outcome']): string {
  const query = words(field(input, 'query'))
  const tags = field(input, 'tags')
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
