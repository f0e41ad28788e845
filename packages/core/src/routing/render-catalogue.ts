import { shortened } from '@repertoire/skill-md'
import { neutralise, oneLine } from '../prompt/neutralise.ts'
import type { CatalogueEntry, RoutedCatalogue } from './route-turn.ts'

/** How a skill of the catalogue stands in the prompt of this turn (E5). */
export type BodyState = 'active' | 'shed'

/** Characters a description, a summary and one hint may have; about 75 tokens a line in all. */
const descriptionLimit = 200
const summaryLimit = 600
const hintLimit = 40
const mostHints = 4

/**
 * The catalogue as the model reads it (E2, E5): a line a skill with the reasons it is there, `(active)` or
 * `(active, body shed)`, and for the latter its summary. Pure: the same entries give the same bytes.
 */
export function renderCatalogue(
  { entries, fits, eligible }: Pick<RoutedCatalogue, 'entries' | 'fits' | 'eligible'>,
  states: ReadonlyMap<string, BodyState>,
): string {
  if (entries.length === 0) return ''
  const lines = entries.flatMap((entry) => linesOf(entry, states.get(entry.skill.slug)))
  const text = neutralise([...lines, ...remarks(entries.length, { fits, eligible })].join('\n'))
  return `<skill_catalogue>\n${text}\n</skill_catalogue>`
}

function linesOf(
  { skill, routing, reasons }: CatalogueEntry,
  state: BodyState | undefined,
): readonly string[] {
  const description = shortened(oneLine(skill.head.description), descriptionLimit)
  const hints = reasons.slice(0, mostHints).map((reason) => shortened(oneLine(reason), hintLimit))
  const tag = state === undefined ? '' : state === 'active' ? ' (active)' : ' (active, body shed)'
  const line = `- ${skill.slug}${tag}: ${description} [${hints.join(', ')}]`
  const summary = shortened(oneLine(routing.summary), summaryLimit)
  return state === 'shed' && summary !== '' ? [line, `  Summary: ${summary}`] : [line]
}

function remarks(
  shown: number,
  { fits, eligible }: { readonly fits: boolean; readonly eligible: number },
): readonly string[] {
  const others = eligible - shown
  return [
    ...(fits ? [] : ['(Nothing in the message speaks for one of these; it may need none.)']),
    ...(others > 0 ? [`(${others} more fit less well and are not shown.)`] : []),
  ]
}
