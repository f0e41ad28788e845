import { countCharacters, truncate } from '@repertoire/skill-md'
import { neutralise, oneLine } from '../../base/text/neutralise.ts'
import {
  allocateBudget,
  type LineForms,
  type LineLevel,
  lineLevels,
  nameOnly,
} from './allocate-budget.ts'

/** A skill in a list of the system prompt. */
export interface ListedSkill {
  /** The name that the agent uses in tool calls. */
  readonly slug: string
  /** Texts of the author, in the order of the line. Untrusted; may be empty. */
  readonly texts: readonly string[]
  /** The place in the order of preference, from 0; skills without one come last, by slug. */
  readonly rank?: number | undefined
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
  /** Slugs of the skills with a line, sorted. */
  readonly listed: readonly string[]
  /** Number of skills without a line. The footer states it. */
  readonly omitted: number
  /** Whether each skill has its line with its full texts. */
  readonly complete: boolean
  /** Slugs of the skills whose texts are missing, listed by name or omitted; sorted. */
  readonly undescribed: readonly string[]
}

const defaultRemedy = 'ask for them by name'

/**
 * Renders the available skills, one line each, sorted by slug. Pure: the same skills in any order give the same
 * bytes. The list never exceeds `limit` and fills it: first the texts of the least preferred skills are truncated, then
 * omitted, then whole skills are omitted, and a footer states what was omitted. No text can break its line or open a
 * block.
 */
export function renderSkillList(
  skills: readonly ListedSkill[],
  format: SkillListFormat,
): SkillList {
  const bySlug = [...skills].sort(compareSlugs)
  const complete = completeList(bySlug, format)
  if (complete !== undefined) {
    const listed = bySlug.map(({ slug }) => slug)
    return { text: complete, listed, omitted: 0, complete: true, undescribed: [] }
  }
  const preferred = bySlug.map((skill) => formsOf(skill, format)).sort(compareRanks)
  const room = format.limit - reservedFooter(bySlug.length, format)
  const levels = allocateBudget(preferred, room)
  const listed = preferred.filter((forms) => levels.has(forms)).sort(compareSlugs)
  const cut = {
    omitted: preferred.length - listed.length,
    unsaid: listed.filter((forms) => isBare(forms, levels.get(forms))).length,
  }
  const lines = listed.map((forms) => forms.line(levels.get(forms) ?? nameOnly))
  return {
    text: [...lines, ...footerLines(cut, format)].join('\n'),
    listed: listed.map(({ slug }) => slug),
    omitted: cut.omitted,
    complete: false,
    undescribed: preferred
      .filter((forms) => isBare(forms, levels.get(forms)))
      .map(({ slug }) => slug)
      .sort(),
  }
}

/** Undefined when not every full text fits. Stops at the first excess line. */
function completeList(bySlug: readonly ListedSkill[], format: SkillListFormat): string | undefined {
  const remark = format.hasMore ? [moreRemark(format)] : []
  const lines: string[] = []
  let used = remark.reduce((sum, line) => sum + countCharacters(line) + 1, -1)
  for (const { slug, texts } of bySlug) {
    const line = neutralise(format.line(slug, texts.map(oneLine)))
    used += countCharacters(line) + 1
    if (used > format.limit) return undefined
    lines.push(line)
  }
  return [...lines, ...remark].join('\n')
}

interface RankedForms extends LineForms {
  readonly slug: string
  readonly rank: number
  /** A level would say something of it. */
  readonly hasTexts: boolean
  line(level: LineLevel): string
}

function formsOf(
  { slug, texts, rank = Number.POSITIVE_INFINITY }: ListedSkill,
  format: SkillListFormat,
): RankedForms {
  const normal = texts.map(oneLine)
  const rendered = new Map<LineLevel, { readonly line: string; readonly size: number }>()
  const render = (level: LineLevel) => {
    const known = rendered.get(level)
    if (known) return known
    const cut = normal.map((text) => (level === nameOnly ? '' : truncate(text, lineLevels[level])))
    const line = neutralise(format.line(slug, cut))
    const form = { line, size: countCharacters(line) + 1 }
    rendered.set(level, form)
    return form
  }
  const hasTexts = normal.some((text) => text !== '')
  return {
    ...{ slug, rank, hasTexts },
    line: (level) => render(level).line,
    size: (level) => render(level).size,
  }
}

function isBare({ hasTexts }: RankedForms, level: LineLevel | undefined): boolean {
  return hasTexts && (level === undefined || level === nameOnly)
}

/** The characters of the longest footer, and of its line break. */
function reservedFooter(count: number, format: SkillListFormat): number {
  const footers = [
    { omitted: 0, unsaid: 0 },
    { omitted: 0, unsaid: count },
    { omitted: count, unsaid: count },
  ].map((cut) => footerLines(cut, format).join('\n'))
  return Math.max(...footers.map(countCharacters))
}

function footerLines(
  { omitted, unsaid }: { readonly omitted: number; readonly unsaid: number },
  format: SkillListFormat,
): string[] {
  const { hasMore, remedy = defaultRemedy } = format
  if (omitted > 0) return [`(And ${hasMore ? 'at least ' : ''}${omitted} more: ${remedy}.)`]
  const cut =
    unsaid > 0
      ? `(There is no room to say what ${unsaid} of them are for.)`
      : '(What is said of some is cut.)'
  return hasMore ? [cut, moreRemark(format)] : [cut]
}

function moreRemark({ remedy = defaultRemedy }: SkillListFormat): string {
  return `(There are more skills than these: ${remedy}.)`
}

function compareSlugs(a: { readonly slug: string }, b: { readonly slug: string }): number {
  return a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0
}

function compareRanks(a: RankedForms, b: RankedForms): number {
  return a.rank === b.rank ? compareSlugs(a, b) : a.rank - b.rank
}
