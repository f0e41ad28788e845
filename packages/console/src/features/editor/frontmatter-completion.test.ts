import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { frontmatterCompletions } from './frontmatter-completion.ts'

/** The keys that are offered where `|` stands. */
function offered(text: string, explicit = false): readonly string[] | undefined {
  const pos = text.indexOf('|')
  const state = EditorState.create({ doc: text.replace('|', '') })
  const found = frontmatterCompletions(new CompletionContext(state, pos, explicit))
  return found?.options.map(({ label }) => label)
}

describe('completion in the frontmatter', () => {
  it('offers the keys of the open format and ours, each once in a file', () => {
    const keys = offered('---\nname: a\nd|\n---\nBody\n')
    expect(keys).toEqual(
      expect.arrayContaining(['description', 'license', 'allowed-tools', 'when_to_use', 'slug']),
    )
    expect(keys).not.toContain('name')
    expect(new Set(keys).size).toBe(keys?.length)
  })

  it('offers them before the closing fence is written', () => {
    expect(offered('---\nde|')).toContain('description')
  })

  it('offers nothing in values, nested lines, the body, or a file without frontmatter', () => {
    expect(offered('---\nname: d|\n---\n')).toBeUndefined()
    expect(offered('---\nmetadata:\n  d|\n---\n')).toBeUndefined()
    expect(offered('---\nname: a\n---\nd|')).toBeUndefined()
    expect(offered('d|\n')).toBeUndefined()
  })

  it('waits for a letter unless it is called for', () => {
    expect(offered('---\n|\n---\n')).toBeUndefined()
    expect(offered('---\n|\n---\n', true)).toContain('name')
  })
})
