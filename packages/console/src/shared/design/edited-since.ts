/** What was edited after `sent` went to the server: it is not saved with it, and stays on the page. Pure. */
export function editedSince<Draft extends object>(
  edited: Partial<Draft>,
  sent: Partial<Draft>,
): Partial<Draft> {
  const before = new Map<string, unknown>(Object.entries(sent))
  const later = Object.entries(edited).filter(
    ([key, value]) => !before.has(key) || JSON.stringify(value) !== JSON.stringify(before.get(key)),
  )
  return Object.fromEntries(later) as Partial<Draft>
}
