import { neutralise } from '../../base/text/neutralise.ts'

/** Characters of all an agent may remember about one person: it is paid for in every turn. */
export const maxMemoryLength = 4_000

/** The toolset whose agents remember; to others nothing of it is told. */
export const observationsToolsetName = 'observations'

/** The block of the system prompt (B6); empty for nothing. The text is data, and cannot end its block. */
export function renderObservations(text: string): string {
  return text.trim() === '' ? '' : `<observations>\n${neutralise(text)}\n</observations>`
}
