import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newApiKey, publicIdOf } from '../credentials/api-key-format.ts'
import { newSecret } from '../credentials/secret.ts'
import { bootstrapKeyProblem, isSecureKey } from './bootstrap-key.ts'

describe('the key that an operator chooses for the first owner', () => {
  it.each([
    'Passw0rd!',
    'x7Kq-9Lm_2Rt4V',
    'a'.repeat(64),
    'abcdefghijkl'.repeat(4),
    'abcdefghijklmnopqrstuvwxyzabcdef',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
    'zyxwvutsrqponmlkjihgfedcba987654',
    'Tr0ub4dor&3xTr0ub4dor&3xTr0ub4do',
    'correct horse battery staple and so on',
    `rep_0123456789abcdef0123456789abcdef${'x'.repeat(200)}`,
  ])('is refused when it can be guessed: %s', (key) => {
    const problem = bootstrapKeyProblem(key)
    const suggestion = problem?.split(' ').at(-1) ?? ''
    expect(publicIdOf(suggestion)).toMatch(/^rep_/)
    expect(bootstrapKeyProblem(suggestion)).toBeNull()
    expect(problem).not.toContain(key)
  })

  const printable = fc.integer({ min: 0x21, max: 0x7e })
  const text = (codes: readonly number[]) => String.fromCharCode(...codes)
  const lengths = fc.integer({ min: 32, max: 200 })

  it('is refused when it is a sequence, in either direction and in any steps, with little around it', () => {
    const step = fc.integer({ min: -5, max: 5 })
    const few = fc.array(printable, { maxLength: 3 }).map(text)
    fc.assert(
      fc.property(printable, step, lengths, few, (first, by, length, around) => {
        const at = (n: number) => 0x21 + ((((first - 0x21 + n * by) % 94) + 94) % 94)
        const steps = text(Array.from({ length: length - 3 }, (_, n) => at(n)))
        expect(isSecureKey(`${around}${steps}`.slice(0, 200))).toBe(false)
      }),
    )
  })

  it('is refused when it is one text again and again, also cut off', () => {
    const unit = fc.array(printable, { minLength: 1, maxLength: 16 }).map(text)
    fc.assert(
      fc.property(unit, lengths, (one, length) => {
        expect(isSecureKey(one.repeat(length).slice(0, length))).toBe(false)
      }),
    )
  })

  it('is accepted when it is random', () => {
    const hex = fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 })
    fc.assert(
      fc.property(fc.noShrink(hex), (digits) => {
        fc.pre(new Set(digits).size >= 12)
        expect(isSecureKey(digits.join(''))).toBe(true)
      }),
    )
    for (let n = 0; n < 200; n += 1) expect(isSecureKey(newApiKey(newSecret).text)).toBe(true)
  })

  it('is accepted from 32 varied characters on', () => {
    expect(bootstrapKeyProblem('rep_proof_0123456789abcdef0123456789abcdef')).toBeNull()
    expect(bootstrapKeyProblem('q8Z!w2Lr#5Tn@9Xv%3Bm^7Ck&1Ds*4Fg')).toBeNull()
  })
})
