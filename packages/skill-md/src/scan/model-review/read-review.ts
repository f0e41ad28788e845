import { truncate } from '../../base/characters.ts'
import { renderAnnotations } from '../../marks/render-annotations.ts'
import { fingerprintOf, linesAt } from '../fingerprint.ts'
import type { ScanFinding } from '../scan-report.ts'
import { modelReviewRules, reviewKinds } from './model-review-rules.ts'
import type { ReviewedText } from './review-parts.ts'

const maxFindings = 20
const maxExcerpt = 200
const maxQuote = 1_000
const maxReason = 300

/**
 * The findings of a model's answer: the input of its tool call, or its text where it called none. Null for an answer that
 * says nothing about the package. A passage that does not stand there is a finding about the file. Pure.
 */
export function readReview(
  answer: unknown,
  texts: readonly ReviewedText[],
): readonly ScanFinding[] | null {
  const given = typeof answer === 'string' ? parseJson(answer) : answer
  const found = isRecord(given) ? given.findings : null
  if (!Array.isArray(found)) return null
  const findings = found.slice(0, maxFindings).map((one: unknown) => toFinding(one, texts))
  // What cannot be read may have been a finding: that is not an answer that found nothing.
  return findings.every((one) => one !== null) ? findings : null
}

/** What is left of a package that was too large for the model. */
export function partialReviewFinding(paths: readonly string[]): ScanFinding {
  const { id, severity, message, attack, fix } = modelReviewRules.at(-1) as Rule
  const [path = 'SKILL.md', ...others] = paths
  const { length } = others
  const files = length === 1 ? 'is 1 further file' : `are ${length} further files`
  const more = length > 0 ? ` Unread ${files}, too.` : ''
  return {
    ...{ rule: id, severity, path, line: 1, column: 1, excerpt: '', match: '' },
    ...{ message: `${message}${more}`, attack, fix },
  }
}

type Rule = (typeof modelReviewRules)[number]

function toFinding(one: unknown, texts: readonly ReviewedText[]): ScanFinding | null {
  // Small models write a sentence where the form asks for fields.
  const given = typeof one === 'string' ? { reason: one } : one
  if (!isRecord(given)) return null
  const [kind, path, quote, reason] = [given.kind, given.path, given.quote, given.reason].map(
    textOf,
  )
  // A model that invents a kind still says that something is wrong.
  const known = reviewKinds.includes(kind ?? '') ? `model.${kind}` : 'model.disguise'
  const rule = modelReviewRules.find(({ id }) => id === known) as Rule
  const named = texts.filter((one) => one.path === path)
  const place = placeOf(quote ?? '', named.length > 0 ? named : texts)
  const said = oneLine(reason ?? '', maxReason)
  return {
    ...{ rule: rule.id, severity: rule.severity, ...place },
    ...{ message: rule.message, attack: said === '' ? rule.attack : `In its words: ${said}` },
    fix: rule.fix,
  }
}

type Place = Pick<ScanFinding, 'path' | 'line' | 'column' | 'excerpt' | 'match'>

function placeOf(quote: string, texts: readonly ReviewedText[]): Place {
  const words = quote
    .slice(0, maxQuote)
    .split(/\s+/)
    .filter((word) => word !== '')
  const pattern = words.length > 0 && new RegExp(words.map(escapePattern).join('\\s+'))
  for (const { path, text } of texts) {
    const match = pattern ? pattern.exec(text) : null
    if (!match) continue
    const line = text.slice(0, match.index).split('\n').length
    const column = match.index - text.lastIndexOf('\n', match.index - 1)
    const found = { at: match.index, length: match[0].length }
    return {
      ...{ path, line, column, excerpt: oneLine(match[0], maxExcerpt) },
      match: fingerprintOf(linesAt(text, found)),
    }
  }
  const path = texts[0]?.path ?? 'SKILL.md'
  return { path, line: 1, column: 1, excerpt: '', match: '' }
}

function escapePattern(word: string): string {
  return word.replace(/[$()*+.?[\\\]^{|}/-]/g, '\\$&')
}

function oneLine(text: string, most: number): string {
  return truncate(renderAnnotations(text.slice(0, most).replace(/\s+/g, ' ').trim()), most)
}

/** The object in a text: models put fences and words around it. */
function parseJson(text: string): unknown {
  const begin = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (begin < 0 || end < begin) return null
  try {
    return JSON.parse(text.slice(begin, end + 1))
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
