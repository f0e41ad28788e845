import { expect, test } from 'vitest'
import { pathCollision } from './package-rules.ts'

test('D1: the problem of a duplicate path is short, even for a long path', () => {
  const path = 'x'.repeat(65_535)
  expect(JSON.stringify(pathCollision(path, path)).length).toBeLessThan(1500)
})
