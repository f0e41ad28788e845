/** The LIKE pattern, with a backslash as its escape, for texts in lower case that contain this one. */
export function containsPattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}
