import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { ngramsOf, plainAscii, scriptOf } from './text-ngrams.ts'

/**
 * What stands in every text that an expression matches: all of the grams, and all of the parts, and one of several
 * where there are any.
 */
export interface RequiredText {
  readonly grams: readonly number[]
  readonly all: readonly RequiredText[]
  readonly any: readonly RequiredText[]
}

const nothing: RequiredText = { grams: [], all: [], any: [] }

/** Read off the expression. Blanks are left out: what is matched may have others. */
export function requiredTextOf({ source, flags }: RegExp): RequiredText {
  const parser = new RegExpParser({ ecmaVersion: 2025 })
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  return ofAlternatives(parser.parsePattern(source, 0, source.length, mode).alternatives)
}

export function requiresAll(parts: readonly RequiredText[]): RequiredText {
  const grams = parts.flatMap((part) => part.grams)
  const all = parts.flatMap((part) => [...part.all, ...(part.any.length > 0 ? [part] : [])])
  // What has the fewest forms is missing most often: it is looked for first.
  const ordered = all.map(withoutParts).toSorted((one, other) => one.any.length - other.any.length)
  return { grams: [...new Set(grams)], all: ordered, any: [] }
}

/** Its other requirements are those of what it is a part of. */
function withoutParts(part: RequiredText): RequiredText {
  return part.any.length > 0 ? { ...nothing, any: part.any } : part
}

function requiresAny(parts: readonly RequiredText[]): RequiredText {
  const [first] = parts
  if (parts.some(isNothing)) return nothing
  return parts.length === 1 && first ? first : { ...nothing, any: parts }
}

function isNothing({ grams, all, any }: RequiredText): boolean {
  return grams.length + all.length + any.length === 0
}

function ofAlternatives(alternatives: readonly AST.Alternative[]): RequiredText {
  return requiresAny(alternatives.map(({ elements }) => ofSequence(elements)))
}

function ofSequence(elements: readonly AST.Element[]): RequiredText {
  const parts: RequiredText[] = []
  let run = ''
  const endRun = () => {
    if (run !== '') parts.push({ ...nothing, grams: ngramsOf(run) })
    run = ''
  }
  for (const element of elements) {
    if (element.type === 'Assertion' && !('alternatives' in element)) continue
    const letter = letterOf(element)
    run += letter
    if (letter !== '' && element.type === 'Character') continue
    endRun()
    // The last of several stands before what follows.
    if (letter === '') parts.push(ofElement(element))
    else run = letter
  }
  endRun()
  return requiresAll(parts)
}

/** The plain small letter that an element is, at least once. */
function letterOf(element: AST.Element): string {
  if (element.type === 'Quantifier') return element.min > 0 ? letterOf(element.element) : ''
  if (element.type !== 'Character' || element.value > plainAscii) return ''
  return String.fromCharCode(element.value).toLowerCase().trim()
}

function ofElement(element: AST.Element): RequiredText {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return ofAlternatives(element.alternatives)
    case 'Quantifier':
      return element.min > 0 ? ofElement(element.element) : nothing
    case 'Assertion':
      return 'alternatives' in element && !element.negate
        ? ofAlternatives(element.alternatives)
        : nothing
    case 'Character':
      return ofRanges([{ min: element.value, max: element.value }])
    case 'CharacterClass':
      return element.negate ? nothing : ofRanges(element.elements.map(rangeOf))
    default:
      return nothing
  }
}

interface Range {
  readonly min: number
  readonly max: number
}

/** Null for what is no range. */
function rangeOf(element: AST.CharacterClass['elements'][number]): Range | null {
  if (element.type === 'Character') return { min: element.value, max: element.value }
  if (element.type !== 'CharacterClassRange') return null
  return { min: element.min.value, max: element.max.value }
}

/** Of characters beyond ASCII, in either case, only the script is required. */
function ofRanges(ranges: readonly (Range | null)[]): RequiredText {
  const scripts = new Set<number>()
  for (const range of ranges) {
    if (range === null || range.min <= plainAscii) return nothing
    for (let code = range.min; code <= range.max; code += 1) {
      for (const form of formsOf(code)) scripts.add(scriptOf(form))
    }
  }
  return requiresAny([...scripts].map((gram) => ({ ...nothing, grams: [gram] })))
}

function formsOf(code: number): readonly number[] {
  const letter = String.fromCodePoint(code)
  return [letter, letter.toLowerCase(), letter.toUpperCase()].flatMap((form) =>
    [...form].map((one) => one.codePointAt(0) ?? 0),
  )
}
