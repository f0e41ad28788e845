/** Longer windows skip more of the text, but need forms of that length. */
const maxWindow = 16
const hashSize = 1 << 16

/** Which of the forms may occur in a text. Never leaves one out that does. */
export type FormFilter = (text: string) => ReadonlySet<string>

/**
 * One pass over the text for any number of forms (Wu and Manber): the last three characters of a window say how far
 * the next window may begin.
 */
export function createFormFilter(forms: readonly string[]): FormFilter {
  const window = forms.reduce((shortest, { length }) => Math.min(shortest, length), maxWindow)
  const shifts = new Uint8Array(hashSize).fill(window - 2)
  const byBeginning = new Map<string, string[]>()
  for (const form of forms) {
    const beginning = form.slice(0, window)
    const same = byBeginning.get(beginning)
    if (same) same.push(form)
    else byBeginning.set(beginning, [form])
    for (let at = 2; at < window; at += 1) {
      const hash = hashAt(beginning, at)
      shifts[hash] = Math.min(shifts[hash] ?? 0, window - 1 - at)
    }
  }
  return (text) => {
    const found = new Set<string>()
    for (let at = window - 1; at < text.length; ) {
      const shift = shifts[hashAt(text, at)] ?? 0
      if (shift === 0) {
        const beginning = text.slice(at - window + 1, at + 1)
        for (const form of byBeginning.get(beginning) ?? []) found.add(form)
      }
      at += Math.max(shift, 1)
    }
    return found
  }
}

/** Of the three characters that end at `at`. */
function hashAt(text: string, at: number): number {
  const before = (text.charCodeAt(at - 2) << 10) ^ (text.charCodeAt(at - 1) << 5)
  return (before ^ text.charCodeAt(at)) & (hashSize - 1)
}
