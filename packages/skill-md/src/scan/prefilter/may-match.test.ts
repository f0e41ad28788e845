import { parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { scanPackage } from '../scan-package.ts'
import { segmentOf } from '../split-segments.ts'
import { adversarialSamples, adversarialSkill, transforms } from '../testing/adversarial-samples.ts'
import { mayMatch } from './may-match.ts'

const segment = (text: string) => segmentOf('a.md', 'prose', text, 1)
const packages = adversarialSamples.flatMap((sample) =>
  Object.values(transforms).map((transform) => adversarialSkill(sample, transform)),
)

/** The scanner that tries every expression, and the expressions that it tried. */
async function scannerWithout() {
  const tried = new Set<RegExp>()
  vi.resetModules()
  vi.doMock('./may-match.ts', () => ({ mayMatch: (pattern: RegExp) => tried.add(pattern) }))
  const { scanPackage } = await import('../scan-package.ts')
  vi.doUnmock('./may-match.ts')
  return { scanPackage, tried }
}

describe('the look before an expression is tried', () => {
  let whole: Awaited<ReturnType<typeof scannerWithout>>
  beforeAll(async () => {
    whole = await scannerWithout()
  })

  it('changes no finding of an adversarial sample in any disguise', () => {
    for (const files of packages) expect(scanPackage(files)).toEqual(whole.scanPackage(files))
  })

  it('lets every text through that an expression of a rule matches', () => {
    for (const files of packages) whole.scanPackage(files)
    let generated = 0
    for (const pattern of whole.tried) {
      const texts = matchingTexts(pattern)
      generated += texts.length > 0 ? 1 : 0
      for (const text of texts)
        expect([pattern, text, mayMatch(pattern, segment(text))]).toEqual([
          ...[pattern, text, true],
        ])
    }
    expect(generated).toBeGreaterThan(whole.tried.size / 2)
  })

  it.each([
    [/curl|wget/, 'use wget', 'use fetch'],
    [/\bcrontab\s{1,3}-e/, 'crontab -e', 'a cron tab'],
    [/(?:ab){2}c+d?e/, 'ababcce', 'ab e'],
    [/(?<=sudo )rm\b(?! -i)/, 'sudo rm x', 'rm x'],
    [/übergeh|regeln/iu, 'ÜBERGEHE', 'ignore'],
    [/[\u0400-\u04ff]{4}/u, 'игнор', 'ignor'],
    [/指令/u, '忽略指令', '—'],
    [/do\s{1,3}not/, 'do\nnot', 'donut'],
    [/a(?:b|)/, 'xa', 'xb'],
  ] as const)('%s may match %j, and surely not %j', (pattern, may, not) => {
    expect([mayMatch(pattern, segment(may)), mayMatch(pattern, segment(not))]).toEqual([
      ...[true, false],
    ])
  })

  it('takes letters that are folded for what they look like', () => {
    for (const text of ['ｉｇｎｏｒｅ', 'ign\u200bore', 'ſtart', 'KILL', 'іgnоrе']) {
      const pattern = /ignore|start|kill/
      expect([text, mayMatch(pattern, segment(text))]).toEqual([text, true])
    }
  })
})

/** Texts that are made of an expression without what it asks of its surroundings, as far as it matches them then. */
function matchingTexts(pattern: RegExp): readonly string[] {
  const own = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''))
  try {
    const bare = new RegExp(withoutAssertions(own), own.flags.replace('i', ''))
    const texts = fc.sample(fc.stringMatching(bare), { numRuns: 40, seed: 7 })
    return texts.filter((text) => own.test(segment(text).folded))
  } catch {
    return []
  }
}

function withoutAssertions(pattern: RegExp): string {
  const parts: (readonly [number, number])[] = []
  visitRegExpAST(parseRegExpLiteral(pattern), {
    onAssertionEnter: ({ start, end }) => parts.push([start - 1, end - 1]),
  })
  // What stands within another one goes with it.
  const outer = parts.filter(([at]) => !parts.some(([begin, end]) => begin < at && at < end))
  const { source } = pattern
  return outer.reduceRight((text, [begin, end]) => text.slice(0, begin) + text.slice(end), source)
}
