import { describe, expect, it } from 'vitest'
import { publicIdOf } from './api-key-format.ts'
import { bootstrapKeyProblem } from './bootstrap-key.ts'

describe('the key that an operator chooses for the first owner', () => {
  it.each([
    'Passw0rd!',
    'x7Kq-9Lm_2Rt4V',
    'a'.repeat(64),
    'abcdefghijkl'.repeat(4),
    'correct horse battery staple and so on',
    `rep_0123456789abcdef0123456789abcdef${'x'.repeat(200)}`,
  ])('is refused when it can be guessed: %s', (key) => {
    const problem = bootstrapKeyProblem(key)
    const suggestion = problem?.split(' ').at(-1) ?? ''
    expect(publicIdOf(suggestion)).toMatch(/^rep_/)
    expect(bootstrapKeyProblem(suggestion)).toBeNull()
    expect(problem).not.toContain(key)
  })

  it('is accepted from 32 varied characters on', () => {
    expect(bootstrapKeyProblem('rep_proof_0123456789abcdef0123456789abcdef')).toBeNull()
    expect(bootstrapKeyProblem('q8Z!w2Lr#5Tn@9Xv%3Bm^7Ck&1Ds*4Fg')).toBeNull()
  })
})
