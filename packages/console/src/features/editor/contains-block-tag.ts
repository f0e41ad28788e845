/** Whether the server had to change the text to keep it inside its block. */
export function containsBlockTag(body: string, block: string): boolean {
  return !block.endsWith(`>\n${body}\n</skill>`)
}
