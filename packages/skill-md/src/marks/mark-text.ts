import { hiddenRun, kindOfCharacter } from './character-kind.ts'
import { characterName, codePointName } from './character-names.ts'
import type { Mark, MarkKind, TextPart } from './mark.ts'
import { blanksLabel, groupRuns } from './mark-blanks.ts'
import { markerOf } from './mark-words.ts'
import { isExpectedScript } from './writing-systems.ts'

/**
 * A text cut into what reads as it is, and what a reader would not see or would take for something else: hidden, bidi,
 * tag and control characters, unusual spaces, letters that look Latin, long runs of blanks. Emoji and other languages
 * stay unmarked. Put together, the parts are the text. Linear in its length. Pure.
 */
export function annotateHiddenCharacters(text: string): readonly TextPart[] {
  const markWords = markerOf(text)
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: run, index } of text.matchAll(hiddenRun)) {
    if (isPlain(run)) continue
    const marked = markRun(text, { from: index, run })
    if (marked.every(({ mark }) => mark === null)) continue
    if (index > at) parts.push(...markWords(text.slice(at, index)))
    parts.push(...marked)
    at = index + run.length
  }
  if (at < text.length) parts.push(...markWords(text.slice(at)))
  return parts
}

/** Most runs by far: a few blanks, a line break. */
function isPlain(run: string): boolean {
  return run.length <= 4 && /^[ \n\t]*$/.test(run)
}

interface Run {
  /** Offset in the text, in UTF-16 units. */
  readonly from: number
  readonly run: string
}

function markRun(text: string, { from, run }: Run): readonly TextPart[] {
  const parts: TextPart[] = []
  let at = from
  for (const stretch of groupRuns(run)) {
    const characters = charactersOf(text, { from: at, run: stretch.text })
    const blank = stretch.long && characters.some(isBlank)
    parts.push(...(blank ? [wholeMark(stretch.text, characters)] : groupsOf(characters)))
    at += stretch.text.length
  }
  return parts
}

interface Character {
  readonly text: string
  /** Null for blanks, line breaks, and what belongs where it stands. */
  readonly kind: MarkKind | null
}

function charactersOf(text: string, { from, run }: Run): readonly Character[] {
  let at = from
  return [...run].map((character) => {
    const place = at
    at += character.length
    if (character === '\r' && text[place + 1] === '\n') return { text: character, kind: null }
    const kind = kindOfCharacter(character)
    return { text: character, kind: kind && isExpectedScript(text, place) ? null : kind }
  })
}

function isBlank({ text, kind }: Character): boolean {
  return kind === 'space' || (kind === null && /\s/.test(text))
}

/** A run of blanks as one mark, with all that is hidden among them. */
function wholeMark(text: string, characters: readonly Character[]): TextPart {
  const special = characters.filter(({ kind }) => kind !== null)
  const tally: Partial<Record<MarkKind, number>> = { blank: 1 }
  for (const { kind } of special) if (kind) tally[kind] = (tally[kind] ?? 0) + 1
  const label = blanksLabel(text, countsOf(special, characterName))
  const detail = countsOf(characters, codePointName).join(', ')
  return { text, mark: { kind: 'blank', label, detail, tally } }
}

/** Neighbours of one kind share a mark. */
function groupsOf(characters: readonly Character[]): readonly TextPart[] {
  const parts: TextPart[] = []
  for (let from = 0; from < characters.length; ) {
    const kind = characters[from]?.kind ?? null
    let end = from + 1
    while (end < characters.length && characters[end]?.kind === kind) end += 1
    const group = characters.slice(from, end)
    const text = group.map((one) => one.text).join('')
    parts.push({ text, mark: kind && groupMark(kind, group) })
    from = end
  }
  return parts
}

const groupNames = {
  bidi: 'direction characters',
  hidden: 'hidden characters',
  control: 'control characters',
  space: 'unusual spaces',
} as const

function groupMark(kind: MarkKind, group: readonly Character[]): Mark {
  const tally = { [kind]: group.length }
  const detail = countsOf(group, codePointName).join(', ')
  if (kind === 'tag') return { kind, ...tagWords(group, detail), tally }
  const names = countsOf(group, characterName)
  const mixed = names.length > 3 && Object.hasOwn(groupNames, kind)
  const label = mixed
    ? `${group.length.toLocaleString('en')} ${groupNames[kind as keyof typeof groupNames]}`
    : names.join(', ')
  return { kind, label, detail, tally }
}

/** Tag characters spell ASCII that only machines read: it is said. */
function tagWords(group: readonly Character[], detail: string) {
  const spelt = group
    .map(({ text }) => (text.codePointAt(0) as number) - 0xe0000)
    .map((code) => (code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : ''))
    .join('')
  const number = `${group.length.toLocaleString('en')} tag character${group.length === 1 ? '' : 's'}`
  if (spelt === '') return { label: number, detail }
  return { label: `${number} that spell “${spelt}”`, detail: `They spell “${spelt}”` }
}

/** `zero width space`, or `3 × zero width space`, the most frequent first. */
function countsOf(group: readonly Character[], name: (one: string) => string): readonly string[] {
  const counts = new Map<string, number>()
  for (const { text } of group) counts.set(name(text), (counts.get(name(text)) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([said, number]) => (number === 1 ? said : `${number.toLocaleString('en')} × ${said}`))
}
