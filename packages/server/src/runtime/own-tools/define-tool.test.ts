import { isProblemError } from '@repertoire/core/base'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from './define-tool.ts'

describe('defineTool', () => {
  const good = {
    name: 'stock',
    description: 'How many.',
    input: z.object({ article: z.string() }),
    tier: 'READ_ONLY',
    execute: () => 1,
  } as const

  it.each([
    ['without a tier', { tier: undefined }, /stock needs a tier: READ_ONLY, .*MANUAL_ONLY/],
    ['with a tier in small letters', { tier: 'always_confirm' }, /needs a tier/],
    ['without a description', { description: ' ' }, /needs a description/],
    ['without a function', { execute: undefined }, /needs a function execute/],
    ['whose input is no object', { input: z.string() }, /cannot have this input/],
    ['whose input is missing', { input: undefined }, /cannot have this input/],
    ['whose input JSON cannot say', { input: z.object({ at: z.date() }) }, /input: Date/],
    ['with a field that there is not', { permission: 'none' }, /has no field permission/],
    ['with a name of two parts', { name: 'mcp__github' }, /cannot be the name/],
    ['without a name', { name: undefined }, /cannot be the name/],
  ])('refuses a tool %s', (_what, change, message) => {
    const make = () => defineTool({ ...good, ...change } as never)
    expect(make).toThrow(message)
    try {
      make()
    } catch (error) {
      expect(isProblemError(error) && error.problem.code).toBe('own-tool.invalid')
    }
  })

  it('makes a tool with its tier', () => {
    expect(defineTool(good)).toMatchObject({ name: 'stock', tier: 'READ_ONLY' })
  })
})
