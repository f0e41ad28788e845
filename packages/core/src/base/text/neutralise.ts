import { byCharacter } from './by-character.ts'
import { neutraliseTemplates } from './chat-templates.ts'
import { confusablesOf } from './confusable-letters.ts'
import { signsByShape } from './generated/confusables.ts'

/** Names of system prompt blocks. Untrusted text must not open or close one. */
export const reservedNames: ReadonlySet<string> = new Set([
  'skill',
  'memory',
  'observations',
  'graph_context',
  'signal_context',
  'available_skills',
  'attached_skills',
  'skill_catalogue',
  'skill_content',
  'conversation_material',
  'conversation_summary',
])

/** Characters that read as `<`: the sign itself, its full-width and small forms, other angle brackets. */
const angleBrackets = new RegExp(
  `[<\u226e\u227a\uff1c\ufe64\u2329\u2770\u27e8\u29fc\u3008${signsByShape['<']}]`,
  'gu',
)
/** Characters that read as `/`. */
const slashes: ReadonlySet<string> = new Set(`/\\\uff0f\u29f5${signsByShape['/']}`)

/** The names as they are spelt: `rn` reads as `m`. */
const spellings: ReadonlySet<string> = new Set(
  [...reservedNames].flatMap((name) =>
    [...name].reduce<string[]>(
      (before, letter) =>
        before.flatMap((one) => (letter === 'm' ? [`${one}m`, `${one}rn`] : [one + letter])),
      [''],
    ),
  ),
)
const beginnings: ReadonlySet<string> = new Set(
  [...spellings].flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1))),
)
const whitespace = /^\p{White_Space}$/u
/** Control, zero-width and bidi characters, combining marks, tag characters: they show nothing. */
const invisible = /^[\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]$/u
/** A character that continues a name. After any other character a reserved name counts as complete. */
const nameContinues = /^[A-Za-z0-9_-]$/

/**
 * Text that cannot open or close a block of the system prompt, however it is spelt: case, spaces,
 * zero-width characters, full-width forms, accents, lookalike letters. Only the `<` of such a tag is
 * replaced, by `&lt;`. Control tokens of chat templates likewise ({@link neutraliseTemplates}). Linear in the text's
 * length.
 */
export function neutralise(text: string): string {
  const safe = neutraliseTemplates(text)
  return safe.replace(angleBrackets, (open, offset: number) =>
    startsTag(safe, offset + open.length) ? '&lt;' : open,
  )
}

/** What a text of plain ASCII on one line has not: most descriptions are that, and need no further look. */
const notPlain = /[^ -~]| {2}/

/** Text on one line, without invisible characters. */
export function oneLine(text: string): string {
  if (!notPlain.test(text)) return text.trim()
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{White_Space}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
}

/** Text for a double-quoted attribute, on one line. */
export function escapeAttribute(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('>', '&gt;')
    .replace(angleBrackets, '&lt;')
}

function startsTag(text: string, from: number): boolean {
  let read: readonly string[] = ['']
  for (let at = from; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) as number)
    at += character.length
    if (isReserved(read) && !nameContinues.test(character)) return true
    const { isSkipped, isInvisible } = kindOf(character)
    const hasBegun = read[0] !== ''
    if (!hasBegun && isSkipped) continue
    if (isInvisible) {
      // A mark may show nothing, or a letter: some vowel signs are rings.
      read = [...new Set([...read, ...continued(read, confusablesOf(character))])]
      continue
    }
    read = continued(read, confusablesOf(character))
    if (read.length === 0) return false
  }
  return isReserved(read)
}

const kindOf = byCharacter((character) => ({
  /** Before a name. */
  isSkipped: whitespace.test(character) || slashes.has(character),
  isInvisible: invisible.test(character),
}))

/** Every way to read the name so far that can still become a reserved one. */
function continued(read: readonly string[], looks: readonly string[]): readonly string[] {
  // Of every `<` of a text, so without what a list in between costs.
  const further: string[] = []
  for (const name of read) {
    for (const letters of looks) {
      const longer = name + letters
      if (beginnings.has(longer) && !further.includes(longer)) further.push(longer)
    }
  }
  return further
}

function isReserved(read: readonly string[]): boolean {
  return read.some((name) => spellings.has(name))
}
