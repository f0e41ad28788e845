import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/scaling.md'), 'utf8')
const [coordinated = ''] = page.match(/^## What coordinates it$.*?(?=^## )/ms) ?? []
const rows = [...coordinated.matchAll(/^\| ([a-z].*?) \| (.*) \| (.*) \|$/gm)]
  .map(([, what = '', coordination = '', tests = '']) => ({ what, coordination, tests }))
  .filter(({ what }) => what !== 'what')

describe('docs/scaling.md', () => {
  it('says what coordinates each part that two servers share', () => {
    expect(rows.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        ...['change feed', 'event-stream resume', 'search index', 'approvals', 'rate limits'],
        ...[
          'fair queues',
          'schedules',
          'curator',
          'source syncs',
          'blob collection',
          'layer cache',
        ],
      ]),
    )
  })

  it.each(rows)('$what: names only tests that exist', ({ tests }) => {
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(named.length).toBeGreaterThan(0)
    for (const path of named) {
      expect(path).toMatch(/\.(test|contract)\.ts$/)
      expect([path, existsSync(join(root, path))]).toEqual([path, true])
    }
  })
})
