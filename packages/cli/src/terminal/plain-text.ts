/** Control characters, and the invisible ones that reorder or break lines on a screen. */
const steering =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Cs}/gu

/**
 * Text from outside, safe to print on one line: whatever could move the cursor, colour the screen, ring,
 * or show something else than is there becomes a visible `\u{…}`; line breaks and tabs become a space.
 */
export function plainText(text: string): string {
  return text.replace(/\r\n|[\n\r\t]/g, ' ').replace(steering, visible)
}

/** One line of JSON that is as safe to print: the same characters as JSON escapes. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(steering, (character) => {
    return `\\u${(character.codePointAt(0) as number).toString(16).padStart(4, '0')}`
  })
}

function visible(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`
}
