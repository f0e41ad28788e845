import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { EditorState, type Extension } from '@codemirror/state'
import { frontmatterKeys } from './details/frontmatter-meaning.ts'

const options: readonly Completion[] = frontmatterKeys.map(({ key, use, says }) => ({
  label: key,
  apply: `${key}: `,
  type: 'property',
  detail: use === 'kept' ? 'kept' : '',
  info: says,
}))

const fence = /^---\s*$/

/** Keys of the frontmatter that are not there yet, at the beginning of one of its lines. */
export function frontmatterCompletions(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context
  const line = state.doc.lineAt(pos)
  const typed = /^[\w-]*$/.exec(line.text.slice(0, pos - line.from))?.[0]
  if (typed === undefined || (typed === '' && !explicit)) return null
  const present = keysAround(state, line.number)
  if (present === null) return null
  return {
    from: line.from,
    options: options.filter(({ label }) => label === typed || !present.has(label)),
    validFor: /^[\w-]*$/,
  }
}

/** The keys of the other lines; null outside of the frontmatter. */
function keysAround({ doc }: EditorState, at: number): ReadonlySet<string> | null {
  if (at === 1 || !fence.test(doc.line(1).text)) return null
  const keys = new Set<string>()
  for (let number = 2; number <= doc.lines; number += 1) {
    const { text } = doc.line(number)
    if (fence.test(text)) return number > at ? keys : null
    const key = /^([\w-]+)\s*:/.exec(text)?.[1]
    if (key && number !== at) keys.add(key)
  }
  // It is still being written: its end is not there yet.
  return keys
}

export const completeFrontmatter: Extension = EditorState.languageData.of(() => [
  { autocomplete: frontmatterCompletions },
])
