const ansiC: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
  '\u001b': '\\E',
}

/** A text as shells quote it: `set -x`, `printf %q`, `declare -p`, `shlex.quote`, and inside double quotes. */
export function shellForms(text: string): readonly string[] {
  const backslashed = text.replaceAll(/[^\w%+,./:=@^\-~#\P{ASCII}]/gu, '\\$&')
  return [
    text.replaceAll("'", "'\\''"),
    text.replaceAll("'", `'"'"'`),
    text.replaceAll(/["\\$`]/g, '\\$&'),
    text.replaceAll(/["\\$`!]/g, '\\$&'),
    backslashed,
    backslashed.replaceAll(/[,^~#]/g, '\\$&'),
    backslashed.replaceAll(/[,^]/g, '\\$&'),
    backslashed.replaceAll(/[\^]/g, '\\$&'),
    dollarQuoted(text, (character) => character),
    dollarQuoted(text, octal),
  ]
}

/** `$'…'`, with characters outside ASCII as they are, or as the bytes of another locale. */
function dollarQuoted(text: string, beyondAscii: (character: string) => string): string {
  return Array.from(text, (character) => {
    const known = ansiC[character]
    if (known !== undefined) return known
    if (/[^\p{ASCII}]/u.test(character)) return beyondAscii(character)
    return /\p{Cc}/u.test(character) ? octal(character) : character
  }).join('')
}

function octal(character: string): string {
  return Array.from(
    Buffer.from(character),
    (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('')
}
