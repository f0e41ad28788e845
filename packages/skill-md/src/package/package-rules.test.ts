import { expect, test } from 'vitest'
import { pathCollision } from './package-rules.ts'

test('D1: a problem stays short, however long the path that an archive gives twice', () => {
  const path = 'x'.repeat(65_535)
  expect(JSON.stringify(pathCollision(path, path)).length).toBeLessThan(1500)
})
