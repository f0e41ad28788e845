import { countCharacters, truncate } from '@repertoire/skill-md'
import { neutralise, oneLine } from '../../base/text/neutralise.ts'

/** A skill in a list of the system prompt. */
export interface ListedSkill {
  /** The name that the agent uses in tool calls. */
  readonly slug: string
  /** Texts of the author, in the order of the line. Untrusted; may be empty. */
  readonly texts: readonly string[]
}

export interface SkillListFormat {
  /** Maximum characters of the list, including its footer; at least 200. */
  readonly limit: number
  /** There are more skills than the given ones; their number is unknown. */
  readonly hasMore: boolean
  /** How the agent finds omitted skills, as the end of the footer. Default: `ask for them by name`. */
  readonly remedy?: string
  /** Renders one line. Texts are normalised; all are empty when only the slug fits. */
  line(slug: string, texts: readonly string[]): string
}

/** A rendered list, and what was omitted. */
export interface SkillList {
  /** Lines joined by line breaks; empty without skills. */
  readonly text: string
  /** Number of skills with a line; the first ones by slug. */
  readonly listed: number
  /** Number of skills without a line. The footer states it. */
  readonly omitted: number
  /** Maximum characters of each text; null without truncation, 0 for slugs only. */
  readonly textLimit: number | null
}

/** Text limits to try, in order, until the list fits. */
const textLimits = [null, 250, 120, 60, 0] as const
const defaultRemedy = 'ask for them by name'

/**
 * Renders the available skills, one line each, sorted by slug (D4). Pure: the same skills in any order give the same
 * bytes. The list never exceeds `limit`: first texts are truncated, then omitted, then whole skills are omitted, and a
 * footer states what was omitted. No text can break its line or open a block.
 */
export function renderSkillList(
  skills: readonly ListedSkill[],
  format: SkillListFormat,
): SkillList {
  const sorted = skills
    .map(({ slug, texts }) => ({ slug, texts: texts.map(oneLine) }))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
  for (const textLimit of sorted.length > 0 ? textLimits : []) {
    const text = fullList(sorted, textLimit, format)
    if (text !== undefined) return { text, listed: sorted.length, omitted: 0, textLimit }
  }
  return firstHandles(sorted, format)
}

/** Undefined when the list does not fit. Stops at the first excess line. */
function fullList(
  sorted: readonly ListedSkill[],
  textLimit: number | null,
  format: SkillListFormat,
): string | undefined {
  const lines: string[] = []
  let used = 0
  for (const skill of sorted) {
    const line = renderLine(skill, textLimit, format)
    used += countCharacters(line) + 1
    if (used > format.limit + 1) return undefined
    lines.push(line)
  }
  const text = neutralise([...lines, ...footerLines(textLimit, 0, format)].join('\n'))
  return countCharacters(text) <= format.limit ? text : undefined
}

/** As many slugs as fit, and a footer with the number of omitted ones. */
function firstHandles(sorted: readonly ListedSkill[], format: SkillListFormat): SkillList {
  const footerFor = (omitted: number) => footerLines(null, omitted, format)
  const reserved = Math.max(
    ...[sorted.length, 0].map((omitted) => countCharacters(footerFor(omitted).join('\n'))),
  )
  const lines: string[] = []
  let used = reserved
  for (const skill of sorted) {
    const line = neutralise(renderLine(skill, 0, format))
    used += countCharacters(line) + 1
    if (used > format.limit) break
    lines.push(line)
  }
  const omitted = sorted.length - lines.length
  const text = [...lines, ...footerFor(omitted)].join('\n')
  return { text, listed: lines.length, omitted, textLimit: 0 }
}

function renderLine(
  { slug, texts }: ListedSkill,
  textLimit: number | null,
  { line }: SkillListFormat,
): string {
  if (textLimit === null) return line(slug, texts)
  return line(
    slug,
    texts.map((text) => (textLimit === 0 ? '' : truncate(text, textLimit))),
  )
}

function footerLines(
  textLimit: number | null,
  omitted: number,
  { hasMore, remedy = defaultRemedy }: SkillListFormat,
): string[] {
  if (omitted > 0) {
    return [`(And ${hasMore ? 'at least ' : ''}${omitted} more: ${remedy}.)`]
  }
  const cut =
    textLimit === null
      ? []
      : [
          textLimit === 0
            ? '(There is no room to say what each is for.)'
            : `(What is said of each is cut to ${textLimit} characters.)`,
        ]
  return hasMore ? [...cut, `(There are more skills than these: ${remedy}.)`] : cut
}
