import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RoutingCache, readTurn } from '@repertoire/core/choose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadVocabularies } from './load-vocabularies.ts'
import { readVocabulary } from './read-vocabulary.ts'
import { openRouting } from './routing-ports.ts'

const ourVocabularies = join(import.meta.dirname, '../../../../../vocabularies')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vocabularies-'))
})
afterAll(() => rm(folder, { recursive: true }))

const router = {
  routing: async () => Promise.reject(new Error('not asked')),
  cache: new RoutingCache(),
}

function warnings() {
  const logged: unknown[] = []
  return { logged, logger: { warn: (facts: unknown) => logged.push(facts) } as never }
}

describe('vocabularies', () => {
  it('E7: finance has exactly the document’s phrases for each stage', async () => {
    const { logger } = warnings()
    const bundled = await loadVocabularies([ourVocabularies], logger)
    expect(bundled.find(({ name }) => name === 'finance')?.stages).toEqual({
      discover: ["what's trending", 'show me', 'price of'],
      evaluate: ['should i', 'analyze', 'compare', 'risk'],
      decide: ['buy', 'sell', 'long', 'short', 'swap'],
      manage: ['close', 'stop loss', 'my positions'],
    })
  })

  it('E7: the bundled ones map the document’s examples to its stages', async () => {
    const { logged, logger } = warnings()
    const options = { router, vocabulariesDir: undefined, envNames: [], env: {}, logger }
    const { vocabularies } = await openRouting(options)
    expect(logged).toEqual([])
    expect(vocabularies.names).toEqual(['finance', 'finance-wider', 'software'])
    const stagesOf = (message: string) => {
      const environment = {
        ...{ env: new Set<string>(), tools: new Set<string>(), toolsets: new Set<string>() },
        platform: 'linux',
      }
      const turn = { message, signal: null, environment, searchScores: new Map() }
      return [...readTurn(turn, { vocabulary: vocabularies.of(['finance']) }).stages].sort()
    }
    expect(stagesOf("what's trending")).toEqual(['discover'])
    expect(stagesOf('Show me the price of BTC')).toEqual(['discover'])
    expect(stagesOf('Should I? Analyze and compare the risk.')).toEqual(['evaluate'])
    for (const word of ['buy', 'sell', 'long', 'short', 'swap']) {
      expect(stagesOf(`${word} it`)).toEqual(['decide'])
    }
    expect(stagesOf('close it, stop loss, my positions')).toEqual(['manage'])
    expect(stagesOf('sellers and shortcuts')).toEqual([])
  })

  it('E7: an operator adds vocabularies, and replaces bundled ones', async () => {
    await writeFile(join(folder, 'care.yaml'), 'name: care\nstages: {evaluate: [diagnose]}\n')
    await writeFile(join(folder, 'finance.yml'), 'name: finance\nstages: {decide: [erwerben]}\n')
    const { logger } = warnings()
    const routing = await openRouting({
      ...{ router, vocabulariesDir: folder, logger },
      ...{ envNames: ['THERE', 'EMPTY', 'ABSENT', 'toString'], env: { THERE: 'x', EMPTY: '' } },
    })
    expect(routing.vocabularies.names).toEqual(['care', 'finance', 'finance-wider', 'software'])
    const { stages } = routing.vocabularies.of(['finance', 'care', 'nobody']).infer(['erwerben'])
    expect([...stages]).toEqual(['decide'])
    expect([...routing.env]).toEqual(['THERE'])
  })

  it('reports a broken file and continues without it', async () => {
    await writeFile(join(folder, 'broken.yaml'), 'name: [')
    await writeFile(join(folder, 'shape.yaml'), 'name: shape\nstages: [decide]\n')
    const { logged, logger } = warnings()
    const found = await loadVocabularies([folder, join(folder, 'nowhere')], logger)
    expect(found.map(({ name }) => name)).toEqual(['care', 'finance'])
    expect(logged).toMatchObject([
      { file: 'broken.yaml' },
      { file: 'shape.yaml' },
      { folder: join(folder, 'nowhere') },
    ])
  })

  it.each([
    ['a field nobody knows', 'name: a\nstagez: {}'],
    ['a name that is none', 'name: "A B"'],
    ['a phrase that is no text', 'name: a\nstages: {decide: [7]}'],
    ['aliases that blow up', `name: a\nx: &a [1]\ny: [${'*a,'.repeat(100)}]`],
    ['a key twice', 'name: a\nstages: {}\nstages: {}'],
  ])('refuses %s', (_what, content) => {
    expect(typeof readVocabulary(content)).toBe('string')
  })
})
