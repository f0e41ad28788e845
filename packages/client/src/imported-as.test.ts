import { expect, it } from 'vitest'
import { importedAs } from './imported-as.ts'

const said = (code: string, severity: 'warning' | 'info' = 'warning') => [{ code, severity }]

it.each([
  ['created', [], 'created'],
  ['created', said('skill.kept-apart'), 'beside'],
  ['updated', [], 'updated'],
  ['updated', said('skill.replaces-other'), 'replaced'],
  ['updated', said('skill.replaces-other', 'info'), 'updated'],
  ['updated', said('skill.kept-apart'), 'updated'],
  ['unchanged', said('skill.kept-apart'), 'unchanged'],
  ['refused', said('skill.kept-apart'), 'refused'],
] as const)('D11: calls %s with %j %s', (status, diagnostics, expected) => {
  expect(importedAs({ status, diagnostics })).toBe(expected)
})
