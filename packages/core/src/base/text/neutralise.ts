/** Names a block of the system prompt can have; text from outside must not open or close one. */
export const reservedNames: ReadonlySet<string> = new Set([
  'skill',
  'memory',
  'observations',
  'graph_context',
  'available_skills',
  'attached_skills',
  'skill_catalogue',
  'skill_content',
  'conversation_material',
  'conversation_summary',
])
const maxNameLength = Math.max(...[...reservedNames].map((name) => name.length))

/** What a reader takes for `<`: the sign itself, its full-width and small forms, other angle brackets. */
const angleBrackets =
  /[<\u226e\u227a\uff1c\ufe64\u02c2\u2039\u2329\u276e\u2770\u27e8\u29fc\u3008\u1438\u{1d236}]/gu
/** What a reader takes for `/`. */
const slashes: ReadonlySet<string> = new Set([
  ...['/', '\\', '\uff0f', '\u2044', '\u2215', '\u2571', '\u27cb', '\u29f8', '\u29f5', '\u3033'],
])
const whitespace = /^\p{White_Space}$/u
/** Controls, zero-width and bidi characters, combining marks, tag characters: nothing to see. */
const invisible = /^[\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]$/u
/** What a name consists of, after folding. */
const nameCharacter = /^[a-z0-9_-]$/
/** What makes a longer name of a whole reserved one; whatever else stands there, a reader may take it for the end. */
const nameContinues = /^[A-Za-z0-9_-]$/
/** `<|word|>`: how chat templates of many open models spell their control tokens. */
const controlToken = /^[|\uff5c][^\s|\uff5c<>]{1,64}[|\uff5c]/u

/** Letters of other scripts that look like those of the reserved names and have no NFKD form. */
export const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    s: 'ѕꜱʂ',
    k: 'кκҝᴋ',
    i: 'іıɩιᎥ',
    l: 'ӏǀɭʟⵏ',
    m: 'мᴍ',
    e: 'еєҽεɛ',
    o: 'оοσᴏօ',
    r: 'гᴦꭇʀ',
    y: 'уүγʏ',
    g: 'ɡցɢ',
    a: 'аαɑᴀ',
    p: 'рρᴘ',
    h: 'һհʜ',
    c: 'сᴄ',
    d: 'ԁժɗᴅ',
    u: 'υսʋᴜ',
    n: 'пոɴ',
    t: 'тτᴛ',
    x: 'хχ',
    v: 'ѵνᴠ',
    b: 'ьɓʙ',
    _: '‿⁀',
  }).flatMap(([latin, others]) => [...others].map((other) => [normalise(other), latin] as const)),
)

/**
 * Text in which nothing opens or closes a block of the system prompt (A2), however it is spelt: case,
 * spaces, zero-width characters, full-width forms, accents, lookalike letters. Only the `<` of such a
 * tag is replaced, by `&lt;`; all other text stays as it is. Linear in the text's length.
 */
export function neutralise(text: string): string {
  return text.replace(angleBrackets, (open, offset: number) =>
    startsTag(text, offset + open.length) ? '&lt;' : open,
  )
}

/** Text on one line, without what cannot be seen. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{White_Space}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
}

/** Plain text in a double-quoted attribute, on one line. */
export function escapeAttribute(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('>', '&gt;')
    .replace(angleBrackets, '&lt;')
}

function startsTag(text: string, from: number): boolean {
  if (controlToken.test(text.slice(from, from + 70))) return true
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

/** The Latin lower-case letters a character reads as. */
function foldToLatin(character: string): string {
  if (character <= '\u007f') return character.toLowerCase()
  return [...normalise(character)]
    .filter((part) => !invisible.test(part))
    .map((part) => lookalikes.get(part) ?? part)
    .join('')
}

function normalise(character: string): string {
  return character.normalize('NFKD').toLowerCase().normalize('NFKD')
}
