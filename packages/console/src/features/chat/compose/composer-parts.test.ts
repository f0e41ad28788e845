import { describe, expect, it } from 'vitest'
import { mentionFiles } from './composer-parts.ts'

describe('mentionFiles', () => {
  it('names the files below what is written, so that the agent knows of them', () => {
    expect(mentionFiles('Look at these.', ['a.csv', 'b.md'])).toBe(
      'Look at these.\n\nFiles: a.csv, b.md',
    )
  })

  it('is a message of its own without other words, and adds nothing without files', () => {
    expect(mentionFiles('', ['a.csv'])).toBe('Files: a.csv')
    expect(mentionFiles('', [])).toBe('')
  })
})
