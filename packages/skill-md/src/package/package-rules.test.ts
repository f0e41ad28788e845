import { expect, test } from 'vitest'
import { filePathFault, pathCollision } from './package-rules.ts'

test('D1: the problem of a duplicate path is short, even for a long path', () => {
  const path = 'x'.repeat(65_535)
  expect(JSON.stringify(pathCollision(path, path)).length).toBeLessThan(1500)
})

test('D1: a name of a file or folder has at most 255 bytes, as on the file systems it has to be kept on', () => {
  expect(filePathFault(`references/${'x'.repeat(255)}`)).toBeUndefined()
  expect(filePathFault(`references/${'x'.repeat(256)}`)).toBe('has a name of more than 255 bytes')
  expect(filePathFault(`${'é'.repeat(128)}/a.md`)).toBe('has a name of more than 255 bytes')
})

test('D1: a file beside a folder of its name is refused for that reason', () => {
  expect(pathCollision('scripts/run.py', 'Scripts').message).toBe(
    '"Scripts" cannot be a file and the folder of "scripts/run.py" as well.',
  )
})
