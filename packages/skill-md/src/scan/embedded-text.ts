/** Files that people look at or listen to, and data of no other name. */
export const mediaFile =
  /\.(?:png|jpe?g|gif|webp|bmp|ico|tiff?|avif|heic|pdf|mp[34]|wav|ogg|webm|mov|woff2?|ttf|otf|bin|dat)$/i

/** Shorter pieces of readable characters come about by chance in compressed data. */
const textRun = /[\t\x20-\x7e]{12,}/g

/**
 * The lines that can be read of a file that is no text: an interpreter that is given a picture skips the rest of it. Null
 * where there are none.
 */
export function embeddedText(bytes: Uint8Array): string | null {
  return new TextDecoder('latin1').decode(bytes).match(textRun)?.join('\n') ?? null
}
