/** Control characters, and invisible characters that reorder or break lines. */
const controlCharacters =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Cs}/gu

/**
 * Makes untrusted text safe to print on one line. Characters that could move the cursor, colour the screen or
 * disguise text become a visible `\\u{…}`; line breaks and tabs become a space.
 */
export function sanitizeText(text: string): string {
  return text.replace(/\r\n|[\n\r\t]/g, ' ').replace(controlCharacters, escapeCharacter)
}

/** The same for text of several lines: its line breaks and indentation stay. */
export function sanitizeLines(text: string): string {
  return text.replace(/\r\n/g, '\n').split('\n').map(sanitizeText).join('\n')
}

/** A control character, with what makes it a colour as `styleText` writes it. */
const acting = /(?<character>\p{Cc})(?<colour>\[[\d;]*m)?/gu
const escapeKey = '\u001b'

/**
 * The last guard of everything that is printed: what a command forgot to sanitize can colour text, and nothing else.
 * What is invisible stays, since text that is passed on has to stay as it is.
 */
export function withoutCommands(text: string): string {
  return text.replace(acting, (found, character: string, colour = '') => {
    const isKept = character === '\n' || character === '\t' || (character === escapeKey && colour)
    return isKept ? found : `${escapeCharacter(character)}${colour}`
  })
}

/** One line of JSON that is safe to print: the same characters become JSON escapes. */
export function sanitizeJson(value: unknown): string {
  return JSON.stringify(value).replace(controlCharacters, (character) => {
    return `\\u${(character.codePointAt(0) as number).toString(16).padStart(4, '0')}`
  })
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`
}
