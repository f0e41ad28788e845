/** Letters of other scripts that look like a Latin letter or `_`, in the form {@link foldCase} gives them. */
export const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    s: 'ꓢꮪѕꜱʂ',
    k: 'ꓗꮶⲕкκҝᴋ',
    i: 'ꓲꭵⲓіɩιᎥ',
    l: 'ꓡꮮⳑӏǀɭʟⵏ',
    m: 'ꓟꮇⲙмᴍ',
    e: 'ꓰꭼⲉеєҽεɛ',
    o: 'ꓳⲟоοσᴏօ',
    r: 'ꓣꭱꮢⲅгᴦꭇʀ',
    y: 'ꓬꭹꮍⲩуүγʏ',
    g: 'ꓖꮐɡցɢ',
    a: 'ꓮꭺⲁаαɑᴀ',
    p: 'ꓑꮲⲣрρᴘ',
    h: 'ꓧꮋⲏһհʜ',
    c: 'ꓚꮯⲥсᴄ',
    d: 'ꓓꭰꮷԁժɗᴅ',
    u: 'ꓴꮜυսʋᴜ',
    n: 'ꓠⲛпոɴ',
    t: 'ꓔꭲⲧтτᴛ',
    x: 'ꓫⲭхχ',
    v: 'ꓦꮩѵνᴠ',
    b: 'ꓐᏼꮟⲃьɓʙ',
    w: 'ꓪꮃԝѡɯᴡ',
    j: 'ꓙꭻјᴊ',
    f: 'ꓝϝք',
    q: 'ԛգզ',
    z: 'ꓜꮓᴢ',
    _: '‿⁀',
  }).flatMap(([latin, others]) => [...others].map((other) => [foldCase(other), latin] as const)),
)

/** Capitals that look like a Latin one while their small letter does not. */
const capitals: ReadonlyMap<string, string> = new Map([
  ...[...'ΒВ'].map((one) => [one, 'B'] as const),
  ...[...'ΗНⲎ'].map((one) => [one, 'H'] as const),
  ...[...'Μ'].map((one) => [one, 'M'] as const),
  ...[...'Ζ'].map((one) => [one, 'Z'] as const),
  ...[...'Ԍ'].map((one) => [one, 'G'] as const),
])

/** Raised and lowered letters, as in formulas: they look like what they are. */
const modifier = /^\p{Lm}$/u

/** The Latin letter that one character of another script, or of another width or style, looks like; null for none. */
export function latinLetter(character: string): string | null {
  if (character <= '\u007f' || modifier.test(character)) return null
  const plain = character.normalize('NFKC')
  if (/^[A-Za-z]$/.test(plain)) return plain
  return capitals.get(character) ?? lookalikes.get(foldCase(character)) ?? null
}

/** Small letters without compatibility forms. */
export function foldCase(character: string): string {
  return character.normalize('NFKD').toLowerCase().normalize('NFKD')
}
