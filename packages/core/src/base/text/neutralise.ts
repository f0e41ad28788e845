import { foldCase, lookalikes } from '@repertoire/skill-md'
import { neutraliseTemplates } from './chat-templates.ts'

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
const maxNameLength = Math.max(...[...reservedNames].map((name) => name.length))

/** Characters that read as `<`: the sign itself, its full-width and small forms, other angle brackets. */
const angleBrackets =
  /[<\u226e\u227a\uff1c\ufe64\u02c2\u2039\u2329\u276e\u2770\u27e8\u29fc\u3008\u1438\u{1d236}]/gu
/** Characters that read as `/`. */
const slashes: ReadonlySet<string> = new Set([
  ...['/', '\\', '\uff0f', '\u2044', '\u2215', '\u2571', '\u27cb', '\u29f8', '\u29f5', '\u3033'],
])
const whitespace = /^\p{White_Space}$/u
/** Control, zero-width and bidi characters, combining marks, tag characters: they show nothing. */
const invisible = /^[\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]$/u
/** Characters of a name, after folding. */
const nameCharacter = /^[a-z0-9_-]$/
/** A character that continues a name. After any other character a reserved name counts as complete. */
const nameContinues = /^[A-Za-z0-9_-]$/

/**
 * Text that cannot open or close a block of the system prompt (A2), however it is spelt: case, spaces,
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

/** Text on one line, without invisible characters. */
export function oneLine(text: string): string {
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
  let name = ''
  for (let at = from; at < text.length && name.length <= maxNameLength; ) {
    const character = String.fromCodePoint(text.codePointAt(at) as number)
    at += character.length
    if (reservedNames.has(name) && !nameContinues.test(character)) return true
    if (name === '' && (whitespace.test(character) || slashes.has(character))) continue
    if (whitespace.test(character)) return reservedNames.has(name)
    if (invisible.test(character)) continue
    for (const part of foldToLatin(character)) {
      if (!nameCharacter.test(part)) return reservedNames.has(name)
      name += part
    }
  }
  return reservedNames.has(name)
}

/** The lower-case Latin letters that a character looks like. */
function foldToLatin(character: string): string {
  if (character <= '\u007f') return character.toLowerCase()
  return [...foldCase(character)]
    .filter((part) => !invisible.test(part))
    .map((part) => lookalikes.get(part) ?? part)
    .join('')
}
