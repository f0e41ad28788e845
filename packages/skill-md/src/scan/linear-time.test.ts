import { describe, expect, it } from 'vitest'
import { scanPackage } from './scan-package.ts'
import { ruleCases } from './testing/rule-cases.ts'

const size = 40_000
const pieces = [
  'https://a',
  'http://a ',
  'curl -o a ',
  'x=$x\n',
  '| rev ',
  '<br>',
  '\\\n',
  '%41',
  '\\x41',
  '~/.ssh/id_rsa ',
]
const cases = Object.values(ruleCases).flatMap(({ bad }) => (typeof bad === 'string' ? [bad] : []))

/** Ends long before the time for a package, also on a slow machine; a quadratic expression does not. */
function isReadInTime(path: string, text: string): boolean {
  const end = performance.now() + 20_000
  const file = { path, bytes: new TextEncoder().encode(text), executable: false }
  return scanPackage([file], { isOver: () => performance.now() > end }).verdict !== 'incomplete'
}

describe('every rule takes linear time', () => {
  it('on its own case again and again, whole and only its beginning', { timeout: 120_000 }, () => {
    const seeds = [...cases, ...pieces].flatMap((one) => [
      one,
      `${one.split(/\s/).slice(0, 2).join(' ')} `,
    ])
    const slow = seeds.filter((seed) => {
      const text = seed.repeat(Math.ceil(size / seed.length)).slice(0, size)
      return !isReadInTime(seed.includes('import') ? 'a.py' : 'a.sh', text)
    })
    expect(slow).toEqual([])
  })
})
