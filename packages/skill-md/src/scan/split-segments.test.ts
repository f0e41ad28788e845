import { expect, it } from 'vitest'
import { splitSegments } from './split-segments.ts'

it.each(['SKILL.md', 'notes.txt', 'rules/style.mdc', '.cursorrules', 'ask.prompt', 'LICENSE'])(
  'reads a text for people or models as prose: %s',
  (path) => {
    expect(splitSegments(path, 'Write short sentences.').map(({ kind }) => kind)).toEqual(['prose'])
  },
)

it.each(['run.py', 'settings.yaml', 'prompt'])('reads any other file as code: %s', (path) => {
  expect(splitSegments(path, 'Write short sentences.').map(({ kind }) => kind)).toEqual(['code'])
})
