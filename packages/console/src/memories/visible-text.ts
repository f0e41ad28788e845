/** Characters that show nothing, or that make text read in another order than it stands. */
const unseen = /(?![\n\t\r])[\p{Cc}\p{Cf}\u115f\u1160\u17b4\u17b5\u3164\uffa0\u{e0000}-\u{e0fff}]/gu

/** Text in which nothing is hidden: what cannot be seen is named by its code point. */
export function visibleText(text: string): string {
  return text.replace(
    unseen,
    (character) =>
      `\u27e8U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}\u27e9`,
  )
}
