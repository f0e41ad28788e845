import { neutralise } from '../../base/text/neutralise.ts'

/** Maximum characters of the memories of an agent about one person; they are in the prompt of every turn. */
export const maxMemoryLength = 4_000

/** Only agents with this toolset have memories in their prompt. */
export const observationsToolsetName = 'observations'

/** The block of the system prompt; empty without memories. The text is data and cannot close its block. */
export function renderMemories(text: string): string {
  return text.trim() === '' ? '' : `<observations>\n${neutralise(text)}\n</observations>`
}
