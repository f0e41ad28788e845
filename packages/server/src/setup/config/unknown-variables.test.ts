import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unknownVariables } from './unknown-variables.ts'

const root = join(import.meta.dirname, '../../../../..')

describe('a variable that looks like a setting and is none', () => {
  it.each([
    ['REPERTOIRE_METRIC_TOKEN', 'REPERTOIRE_METRICS_TOKEN'],
    ['REPERTOIRE_RETENTION_DAYS', 'AUDIT_RETENTION_DAYS'],
    ['REPERTOIRE_DATABASE_URL', 'DATABASE_URL'],
    ['REPERTOIRE_SINGON', 'REPERTOIRE_SIGN_ON'],
    ['REPERTOIRE_API_KEYS', 'REPERTOIRE_API_KEY'],
  ])('%s is named with %s, and without its value', (name, meant) => {
    const lines = unknownVariables({ [name]: 'hunter2' })
    expect(lines).toEqual([`${name} is no setting, so it has no effect. Did you mean ${meant}?`])
  })

  it('is named without a guess where nothing is like it', () => {
    const lines = unknownVariables({ REPERTOIRE_COLOUR_OF_THE_PAGE: 'x' })
    expect(lines).toEqual(['REPERTOIRE_COLOUR_OF_THE_PAGE is no setting, so it has no effect.'])
  })

  it('is not one that is empty, of other programs, or of Kubernetes', () => {
    const env = {
      ...{ REPERTOIRE_EMPTY: '', PATH: '/bin', REPERTOIRE_SAMPLES: 'off', PGUSER: 'x' },
      ...{ REPERTOIRE_SERVICE_HOST: '10.0.0.1', REPERTOIRE_SERVICE_PORT: '80' },
      ...{ REPERTOIRE_SERVICE_PORT_HTTP: '80', REPERTOIRE_PORT: 'tcp://10.0.0.1:80' },
      ...{ REPERTOIRE_PORT_80_TCP: 'tcp://10.0.0.1:80', REPERTOIRE_PORT_80_TCP_ADDR: '10.0.0.1' },
      REPERTOIRE_POSTGRES_PORT_5432_TCP_PROTO: 'tcp',
    }
    expect(unknownVariables(env)).toEqual([])
    expect(unknownVariables({ REPERTOIRE_PORT: '4000' })).toHaveLength(1)
  })

  it('is none that a program of this repository reads', () => {
    const read = sources('packages', 'scripts', 'bench').flatMap((text) => [
      ...text.matchAll(/\benv\.(REPERTOIRE_[A-Z_]+)|Variable = '(REPERTOIRE_[A-Z_]+)'/g),
    ])
    const names = new Set(read.map(([, direct, constant]) => direct ?? constant ?? ''))
    expect(names.size).toBeGreaterThan(8)
    const env = Object.fromEntries([...names].map((name) => [name, 'x']))
    expect(unknownVariables(env)).toEqual([])
  })
})

function sources(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|mjs)$/.test(path) && !/node_modules|\bdist\b|\.test\./.test(path))
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  )
}
