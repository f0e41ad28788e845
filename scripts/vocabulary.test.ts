import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Names that an engineer of this field would not search for, each with the term to use (docs/glossary.md). */
const replaced: readonly (readonly [pattern: RegExp, use: string])[] = [
  [/\b(?:most|longest|deepest|fewest|least)[A-Z]\w*/, 'max…, max…Length, maxDepth, min…'],
  [/\bcalmNotices|\bcalm-notices/, 'debounceChangeNotifications'],
  [/\bcreateShares\b/, 'createConcurrencyQuota'],
  [/\bfoldReadings\b|\bsecondHand\b|\bstrangersIn\b/, 'taint, untrustedInput, externalContent'],
  [/\bspokenNow\b|\bspoken-tools\b/, 'activeToolsets'],
  [/\bmovedOn\b/, 'staleStateCodes'],
  [/\bexecution-door\b|\bdoors?\b/, 'interface, transport, route'],
  [/\bauthored-?[bB]ook\b|\bspan-?[bB]ook\b|\bvocabulary-?[sS]helf\b/, 'registry, collector'],
  [/\b(?:const|let|function) told\b|\btold(?:\.[a-z]|\(|\[)|\{told\}/, 'notified, reported, shown'],
  [/\bpart-?[tT]urn\b|\bturn-?[nN]otes\b|\bstandings\b/, 'scorer, hints, accumulator, top-k'],
  [/\bisWords\b|\blongestWords\b|\bofTheWhole\b/, 'isBoundedString, maxStringLength, rootKeywords'],
  [
    /\bsettle-?[mM]emory\b|\bstand-?[iI]ns?\b|\berrands\b|\bsee-signals\b/,
    'trimHeap, proxyTools, intents',
  ],
]

/** What the stored JSON calls a limit, and documents' own words. */
const kept = /mostPerHour|longestCommonSubsequence/

const files = execFileSync('git', ['ls-files', 'packages', 'scripts', 'bench', 'skills'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && file !== 'scripts/vocabulary.test.ts')
  .filter((file) => existsSync(join(root, file)))

it.each(replaced)('nothing is called %s', (pattern, use) => {
  const found = files.flatMap((file) => {
    const lines = [file, ...readFileSync(join(root, file), 'utf8').split('\n')]
    return lines
      .filter((line) => pattern.test(line) && !kept.test(line))
      .map((line) => `${file}: ${line.trim()} (use ${use})`)
  })
  expect(found).toEqual([])
})
