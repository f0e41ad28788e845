const attributeSigns: Record<string, string> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
}

/** The block a skill is in the system prompt while it is active (A2). */
export function promptBlock(name: string, body: string): string {
  const attribute = name
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[&"<>]/g, (sign) => attributeSigns[sign] ?? sign)
  return `<skill name="${attribute}">\n${body}\n</skill>`
}

/** Whether a text spells a tag of the prompt's own blocks; the server defuses those before the model sees them. */
export function spellsBlockTag(body: string): boolean {
  return /<\s*\/?\s*(skill|memory|graph_context)\b/i.test(body)
}
