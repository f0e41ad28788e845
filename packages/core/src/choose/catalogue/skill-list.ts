import { countCharacters, truncate } from '@repertoire/skill-md'
import { neutralise, oneLine } from '../../base/text/neutralise.ts'

/** A skill as a list of the system prompt has it. */
export interface ListedSkill {
  /** The handle the agent asks for it by. */
  readonly slug: string
  /** What its author says of it, in the order the line wants it. Untrusted; empty where nothing is said. */
  readonly texts: readonly string[]
}

export interface SkillListFormat {
  /** Characters the list may have, its closing remark included; at least 200. */
  readonly limit: number
  /** There are skills beside those given; how many is not known. */
  readonly hasMore: boolean
  /** How the agent sees those left out, as the remark ends: `ask for them by name` unless said otherwise. */
  readonly remedy?: string
  /** One line of the list. Texts are tidied and may all be empty: then only the handle fits. */
  line(slug: string, texts: readonly string[]): string
}

/** A list, and what it had to leave out. */
export interface SkillList {
  /** Lines joined by line breaks; empty when there are no skills. */
  readonly text: string
  /** How many of the given skills have a line, the first ones by slug. */
  readonly listed: number
  /** How many have none. The text says so. */
  readonly omitted: number
  /** Characters each text was cut to; null when none was, 0 when there was room for handles only. */
  readonly textLimit: number | null
}

/** What each text is cut to, one after the other, until the list fits. */
const textLimits = [null, 250, 120, 60, 0] as const
const defaultRemedy = 'ask for them by name'

/**
 * The skills an agent may ask for, a line each, sorted by slug (D4). Pure: the same skills give the same
 * bytes, in whatever order they come. It never grows beyond `limit`: first texts are shortened, then left
 * out, then whole skills, and what was left out is said. No text can break its line or open a block.
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

/** Undefined when it does not fit. Stops at the line that is too much, so a long list is not written in vain. */
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

/** As many handles as fit before the remark that tells how many do not. */
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
