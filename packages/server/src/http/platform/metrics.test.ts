import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '@repertoire/core/base'
import type { Model, Store } from '@repertoire/core/ports'
import { describe, expect, it } from 'vitest'
import { createServerMetrics } from '../../runtime/metrics/server-metrics.ts'
import {
  createTestServer,
  skillMd,
  type TestServerOptions,
  testOperatorKey,
} from '../../testing/test-server.ts'

const token = 'met_Q7w2e9R4t6zX1cV8bN5mK3jH0gF2dS4aP6oI9uY7tR'

async function measuredServer(options: TestServerOptions = {}) {
  const metrics = createServerMetrics(token)
  const server = await createTestServer({ ...options, metrics })
  const read = async () => (await server.request('/metrics', { key: token })).text()
  return { server, metrics, read }
}

interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: string
}

/** Reads the samples as the specification of OpenMetrics writes them, and refuses any other line. */
function parse(text: string): readonly Series[] {
  expect(text.endsWith('\n# EOF\n')).toBe(true)
  const series: Series[] = []
  for (const line of text.slice(0, -'\n# EOF\n'.length).split('\n')) {
    if (/^# (HELP|TYPE|UNIT) [a-z_][a-z0-9_]* \S/.test(line)) continue
    const found = /^([a-z_]\w*)(?:\{(.*)\})? (-?[\d.e+-]+|nan|\+inf)$/i.exec(line)
    expect(found, line).not.toBeNull()
    const labels = (found?.[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)
    series.push({
      ...{ name: found?.[1] ?? '', value: found?.[3] ?? '' },
      labels: Object.fromEntries([...labels].map(([, name = '', value = '']) => [name, value])),
    })
  }
  return series
}

const valueIn = (text: string, name: string) => parse(text).find((one) => one.name === name)?.value

describe('/metrics', () => {
  it('is not there without a token in the settings', async () => {
    const server = await createTestServer()
    for (const key of [server.ownerKey, token, null])
      expect((await server.request('/metrics', { key })).status).toBe(404)
  })

  it('is read with its token, and with no key of a person, no key of the operator, and no session', async () => {
    const { server } = await measuredServer()
    const answer = await server.request('/metrics', { key: token })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    )
    const wrong = [server.ownerKey, testOperatorKey, `${token}x`, 'wrong']
    for (const key of wrong)
      expect((await server.call('/metrics', { key })).body).toMatchObject({ code: 'auth.invalid' })
    expect((await server.http.request('/metrics')).status).toBe(401)
  })

  it('the token opens nothing else', async () => {
    const { server } = await measuredServer()
    for (const path of ['/api/v1/skills', '/api/v1/me', '/api/v1/operator/organisations'])
      expect((await server.request(path, { key: token })).status).toBe(401)
  })

  it('has no name or id of an organisation, a person or a skill, and few series whatever is sent', async () => {
    const { server, metrics, read } = await measuredServer()
    await server.call('/api/v1/skills', { body: { content: skillMd('secret-skill') } })
    await read()
    const before = parse(await read()).length
    for (let n = 0; n < 30; n += 1) {
      await server.request(`/api/v1/skills/skl_${n}`)
      metrics.requestEnded({ method: `VERB${n}`, status: 1000 + n, seconds: 1 })
    }
    const text = await read()
    const added = parse(text).length - before
    expect(added).toBeLessThan(40)
    const { tenantId, ownerKey } = server
    for (const one of [tenantId, ownerKey, 'secret-skill', 'My organisation', token])
      expect(text).not.toContain(one)
    const names = new Set(parse(text).flatMap(({ labels }) => Object.keys(labels)))
    const known = ['method', 'status', 'provider', 'code', 'kind', 'le', 'version', 'major']
    const ofNode = ['minor', 'patch', 'space', 'type', 'quantile']
    expect([...names].filter((name) => ![...known, ...ofNode].includes(name))).toEqual([])
  })

  it('counts model calls and their errors by provider and code, and bounds what programs may add', async () => {
    const { metrics, read } = await measuredServer()
    const failing = (provider: string, code: string): Model => ({
      ...{ label: 'm', demo: false, provider },
      step: async () => {
        throw new ProblemError({ code, kind: 'unavailable', message: 'No.' })
      },
    })
    const all = [
      failing('openai', 'model.rate-limited'),
      failing('tenant-gateway', 'own.code-of-a-tenant'),
    ]
    for (const model of all) {
      const counted = metrics.countedModels({ default: model, byId: new Map() }).default
      const request = { system: [], messages: [], tools: [] }
      await expect(counted.step(request, () => undefined)).rejects.toThrow('No.')
    }
    const errors = parse(await read()).filter(
      ({ name }) => name === 'repertoire_model_errors_total',
    )
    expect(errors).toEqual([
      expect.objectContaining({ labels: { provider: 'openai', code: 'model.rate-limited' } }),
      expect.objectContaining({ labels: { provider: 'other', code: 'other' } }),
    ])
  })

  it('says that the database is away, without the numbers that it cannot read', async () => {
    let away = false
    const store = (real: Store): Store => ({
      ...real,
      ping: async () => {
        if (away) throw new Error('away')
        await real.ping()
      },
      directory: {
        ...real.directory,
        openWork: async (now) => {
          if (away) throw new Error('away')
          return real.directory.openWork(now)
        },
      },
    })
    const { read } = await measuredServer({ store })
    const there = await read()
    expect(valueIn(there, 'repertoire_database_up')).toBe('1')
    expect(valueIn(there, 'repertoire_approvals_waiting')).toBe('0')
    away = true
    const gone = await read()
    expect(valueIn(gone, 'repertoire_database_up')).toBe('0')
    expect(valueIn(gone, 'repertoire_approvals_waiting')).toBeUndefined()
    away = false
    expect(valueIn(await read(), 'repertoire_approvals_waiting')).toBe('0')
  })
})

it('the free bytes of the data folder are told, and have no value where they cannot be read', async () => {
  let bytes: number | undefined = 12_345
  const folders = { check: async () => undefined, freeBytes: async () => bytes }
  const { read } = await measuredServer({ folders })
  expect(valueIn(await read(), 'repertoire_data_free_bytes')).toBe('12345')
  bytes = undefined
  expect(valueIn(await read(), 'repertoire_data_free_bytes')).toBeUndefined()
})

describe('connections to the database', () => {
  const names = ['connections_in_use', 'connections_idle', 'queries_waiting']
  const values = (text: string) => names.map((name) => valueIn(text, `repertoire_database_${name}`))

  it('are counted where the store has a pool of them, even while the database is away', async () => {
    const away = async () => {
      throw new Error('away')
    }
    const connections = () => ({ inUse: 10, idle: 0, waiting: 7 })
    const store = (real: Store): Store => ({ ...real, ping: away, connections })
    const { read } = await measuredServer({ store })
    expect(values(await read())).toEqual(['10', '0', '7'])
  })

  it('have no numbers where there is no pool', async () => {
    const { read } = await measuredServer()
    expect(values(await read())).toEqual([undefined, undefined, undefined])
  })
})

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

const file = join(import.meta.dirname, '../../../../../deploy/grafana/repertoire.json')
const dashboard = JSON.parse(readFileSync(file, 'utf8')) as Dashboard

/** Words of PromQL that are followed by no bracket. */
const keywords: ReadonlySet<string> = new Set(['by', 'without', 'on', 'and', 'or', 'unless'])

/** Names of metrics, without functions, labels, ranges and numbers. */
function metricsIn(expr: string): readonly string[] {
  const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on) \([^)]*\)/g, '')
  const words = bare.matchAll(/[a-zA-Z_:][\w:]*(?!\w)(?! *\()/g)
  return [...words].map(([word]) => word).filter((word) => !keywords.has(word))
}

describe('the Grafana dashboard', () => {
  it.each(dashboard.panels)('$title: uses only metrics that exist', async ({ targets }) => {
    const { metrics, read } = await measuredServer()
    await read()
    const declared = new Map(
      [...(await read()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => [name, kind]),
    )
    const suffixes: Readonly<Record<string, readonly string[]>> = {
      counter: ['_total'],
      histogram: ['_bucket', '_count', '_sum'],
      gauge: [''],
    }
    const existing = [...declared].flatMap(([name, kind = '']) =>
      (suffixes[kind] ?? []).map((suffix) => `${name}${suffix}`),
    )
    expect(metrics.token).toBe(token)
    for (const { expr } of targets) {
      const used = metricsIn(expr)
      expect(used.length).toBeGreaterThan(0)
      expect(used.filter((name) => !existing.includes(name))).toEqual([])
    }
  })

  it('shows queue, runs, approvals, model errors, sandbox, index and database', () => {
    const used = dashboard.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => metricsIn(expr)),
    )
    for (const one of ['runs_queued', 'runs_ended', 'approvals', 'model_errors', 'sandbox'])
      expect(used.join(' ')).toContain(`repertoire_${one}`)
    for (const one of ['index', 'database']) expect(used.join(' ')).toContain(`repertoire_${one}`)
  })
})
