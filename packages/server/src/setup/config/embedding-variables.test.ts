import { isProblemError } from '@repertoire/core/base'
import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { maskConfig } from './masked-config.ts'

const load = (env: Record<string, string>) => loadConfig({ argv: [], env, cwd: '/srv/app' })

function refusal(env: Record<string, string>): string {
  try {
    load(env)
  } catch (error) {
    if (isProblemError(error)) return `${error.problem.code}: ${error.problem.message}`
    throw error
  }
  throw new Error('it was accepted')
}

const url = 'https://models.example/v1'

describe('settings of the embedding model', () => {
  it('are none by default, so nothing leaves', () => {
    expect(load({})?.embeddingModel).toBeUndefined()
    expect(load({ REPERTOIRE_EMBEDDINGS_KEY: 'k' })?.embeddingModel).toBeUndefined()
  })

  it('are an address and a model', () => {
    const env = { REPERTOIRE_EMBEDDINGS_URL: url, REPERTOIRE_EMBEDDINGS_MODEL: 'tiny' }
    expect(load(env)?.embeddingModel).toEqual({
      ...{ url, model: 'tiny', apiKey: undefined, batchSize: 32, queryWaitMs: 150 },
    })
    expect(refusal({ REPERTOIRE_EMBEDDINGS_URL: url })).toMatch(
      /^config\.invalid: .*REPERTOIRE_EMBEDDINGS_MODEL/,
    )
    expect(refusal({ REPERTOIRE_EMBEDDINGS_MODEL: 'tiny' })).toContain('REPERTOIRE_EMBEDDINGS_URL')
  })

  it.each(['models.example/v1', 'ftp://models.example', 'https://me:hunter2@models.example/v1'])(
    'refuse the address %s in one line that repeats none of it',
    (wrong) => {
      const said = refusal({
        REPERTOIRE_EMBEDDINGS_URL: wrong,
        REPERTOIRE_EMBEDDINGS_MODEL: 'tiny',
      })
      expect(said).toContain('REPERTOIRE_EMBEDDINGS_URL')
      expect(said).not.toContain('hunter2')
      expect(said).not.toContain('\n')
    },
  )

  it('never show the key', () => {
    const config = load({
      ...{ REPERTOIRE_EMBEDDINGS_URL: url, REPERTOIRE_EMBEDDINGS_MODEL: 'tiny' },
      REPERTOIRE_EMBEDDINGS_KEY: 'hunter2',
    })
    expect(config?.embeddingModel?.apiKey).toBe('hunter2')
    expect(JSON.stringify(maskConfig(config!))).not.toContain('hunter2')
  })
})
