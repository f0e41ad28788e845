import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { benchKey, type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'
import { printTable, quantile, type Table } from './table.ts'

const realSkills = join(import.meta.dirname, '../../shared/data/skills')
const chunkSize = 50

/** Imports 10,000 skills through the API while polling /healthz; the stall is measured inside the server. */
export async function benchImport(): Promise<readonly Table[]> {
  const server = await startServerUnderTest()
  try {
    await server.maxStallMs()
    const healthPoll = pollHealth(server)
    const started = performance.now()
    const outcome = await importAll(server, 10_000)
    const seconds = (performance.now() - started) / 1000
    const latencies = await healthPoll.stop()
    const stall = await server.maxStallMs()
    return [
      {
        title: 'Import of 10,000 skills',
        note: `SKILL.md texts of ${outcome.bytes.toFixed(1)} MB in requests of ${chunkSize}, one after another, SQLite with full sync.`,
        columns: ['what', 'value'],
        rows: [
          ['created', outcome.created],
          ['skills per second', Math.round(outcome.created / seconds)],
          ['longest event-loop stall (ms)', stall],
          ['/healthz during the import, p50 (ms)', quantile(latencies, 0.5).toFixed(1)],
          ['/healthz during the import, p99 (ms)', quantile(latencies, 0.99).toFixed(1)],
          ['/healthz during the import, max (ms)', Math.max(...latencies).toFixed(1)],
          ['memory after the import (MB resident)', server.memoryMb()],
          ['first search, with the index build (ms)', Math.round(await firstSearch(server))],
          ['longest event-loop stall during the index build (ms)', await server.maxStallMs()],
        ],
      },
    ]
  } finally {
    await server.stop()
  }
}

function skillTexts(): string[] {
  if (!existsSync(realSkills)) {
    const body = 'Check the simplest cause first, then the next one. '.repeat(85)
    return [`---\nname: NAME\ndescription: A procedure to follow.\n---\n${body}`]
  }
  return readdirSync(realSkills, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('SKILL.md'))
    .map((path) => readFileSync(join(realSkills, path), 'utf8'))
    .filter((text) => /^name:/m.test(text))
}

async function importAll(
  server: ServerUnderTest,
  count: number,
): Promise<{ created: number; bytes: number }> {
  const sources = skillTexts()
  let created = 0
  let bytes = 0
  for (let from = 0; from < count; from += chunkSize) {
    const items = Array.from({ length: Math.min(chunkSize, count - from) }, (_, offset) => {
      const number = from + offset
      const text = (sources[number % sources.length] ?? '').replace(
        /^name:.*$/m,
        `name: skill-${number}`,
      )
      bytes += text.length
      return {
        path: `skill-${number}`,
        files: [{ path: 'SKILL.md', content_base64: Buffer.from(text).toString('base64') }],
      }
    })
    const response = await fetch(`${server.url}/api/v1/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${benchKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
    })
    const { results } = (await response.json()) as { results: { status: string }[] }
    created += results.filter((result) => result.status === 'created').length
  }
  return { created, bytes: bytes / 1e6 }
}

async function firstSearch(server: ServerUnderTest): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${server.url}/api/v1/skills?q=slow%20postgres`, {
    headers: { authorization: `Bearer ${benchKey}` },
  })
  await response.text()
  return performance.now() - started
}

function pollHealth(server: ServerUnderTest): { stop(): Promise<number[]> } {
  const latencies: number[] = []
  let isRunning = true
  const polling = (async () => {
    while (isRunning) {
      const started = performance.now()
      await (await fetch(`${server.url}/healthz`)).text()
      latencies.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  return {
    stop: async () => {
      isRunning = false
      await polling
      return latencies
    },
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const table of await benchImport()) printTable(table)
}
