import { expect, it } from 'vitest'
import { fileChanges } from './file-changes.ts'

const entry = (path: string, sha256: string, executable = false) => ({
  path,
  sha256,
  size: 1,
  executable,
})

it('D1: tells what became of every file beside SKILL.md, its executable bit included', () => {
  const before = [
    entry('SKILL.md', '1'),
    entry('gone.md', '2'),
    entry('same.md', '3'),
    entry('text.md', '4'),
    entry('run.sh', '5'),
    entry('old.sh', '6', true),
    entry('both.sh', '7'),
  ]
  const after = [
    entry('SKILL.md', '9'),
    entry('same.md', '3'),
    entry('text.md', '8'),
    entry('run.sh', '5', true),
    entry('old.sh', '6'),
    entry('both.sh', '0', true),
    entry('new.md', '2'),
  ]
  expect(fileChanges(before, after)).toEqual([
    { path: 'both.sh', kind: 'changed' },
    { path: 'gone.md', kind: 'removed' },
    { path: 'new.md', kind: 'added' },
    { path: 'old.sh', kind: 'no longer executable' },
    { path: 'run.sh', kind: 'made executable' },
    { path: 'text.md', kind: 'changed' },
  ])
  expect(fileChanges(after, after)).toEqual([])
})
