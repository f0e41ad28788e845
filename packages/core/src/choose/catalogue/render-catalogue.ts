import { truncate } from '@repertoire/skill-md'
import { neutralise, oneLine } from '../../base/text/neutralise.ts'

/** Whether the body of a catalogue skill is in the prompt of this turn. */
export type BodyState = 'active' | 'shed'

/** Maximum characters of a description, a summary and a hint; about 75 tokens per line. */
const descriptionLimit = 200
const summaryLimit = 600
const hintLimit = 40
const maxHints = 4
const maxTools = 20

/** The data of one catalogue line. */
export interface CatalogueLine {
  readonly skill: { readonly slug: string; readonly head: { readonly description: string } }
  readonly routing: { readonly summary: string; readonly toolNames: readonly string[] }
  readonly reasons: readonly string[]
}

/** A catalogue to render, and the number of eligible skills. */
export interface CatalogueText {
  readonly entries: readonly CatalogueLine[]
  readonly fits: boolean
  readonly eligible: number
  /** Tools of the agent; lines of active skills list those of them that the skill uses. */
  readonly tools?: ReadonlySet<string>
}

/**
 * Renders the catalogue for the model: one line per skill with its reasons, `(active)` or
 * `(active, body shed)`; a shed skill adds its summary, an active one its tools. Pure: the same entries give the
 * same bytes.
 */
export function renderCatalogue(
  { entries, fits, eligible, tools = noTools }: CatalogueText,
  states: ReadonlyMap<string, BodyState>,
): string {
  if (entries.length === 0) return ''
  const lines = entries.flatMap((entry) =>
    linesOf(entry, { state: states.get(entry.skill.slug), tools }),
  )
  const text = neutralise([...lines, ...footerLines(entries.length, { fits, eligible })].join('\n'))
  return `<skill_catalogue>\n${text}\n</skill_catalogue>`
}

const noTools: ReadonlySet<string> = new Set()

function linesOf(
  { skill, routing, reasons }: CatalogueLine,
  { state, tools }: { readonly state: BodyState | undefined; readonly tools: ReadonlySet<string> },
): readonly string[] {
  const description = truncate(oneLine(skill.head.description), descriptionLimit)
  const hints = reasons.slice(0, maxHints).map((reason) => truncate(oneLine(reason), hintLimit))
  const tag = state === undefined ? '' : state === 'active' ? ' (active)' : ' (active, body shed)'
  const why = hints.length > 0 ? ` [${hints.join(', ')}]` : ''
  const summary = truncate(oneLine(routing.summary), summaryLimit)
  const hinted = routing.toolNames.filter((name) => tools.has(name)).slice(0, maxTools)
  return [
    `- ${skill.slug}${tag}: ${description}${why}`,
    ...(state === 'shed' && summary !== '' ? [`  Summary: ${summary}`] : []),
    ...(state !== undefined && hinted.length > 0 ? [`  Tools: ${hinted.join(', ')}`] : []),
  ]
}

function footerLines(
  shown: number,
  { fits, eligible }: { readonly fits: boolean; readonly eligible: number },
): readonly string[] {
  const others = eligible - shown
  return [
    ...(fits
      ? []
      : [
          '(None of these surely fits; they are the nearest. Load one only if its line is about this task.)',
        ]),
    ...(others > 0 ? [`(${others} more fit less well and are not shown.)`] : []),
  ]
}
