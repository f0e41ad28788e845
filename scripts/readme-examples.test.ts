import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishedPackages } from './pack/published-packages.ts'
import { readmeExample } from './pack/readme-example.ts'
import { root } from './proof/paths.ts'
import { freePort, type ServerProcess, startServer } from './proof/server-process.ts'

const key = 'rep_readme_0123456789abcdef0123456789abcdef'

describe('the example in the README of', () => {
  // Inside the clone, so that the packages are found.
  const folder = join(root, 'dist/readme-examples')
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-readme-'))
  let server: ServerProcess
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    const env = { REPERTOIRE_SAMPLES: 'on' }
    server = await startServer({
      dataDir: join(dataDir, 'running-server'),
      port: await freePort(),
      key,
      env,
    })
  })
  afterAll(async () => {
    await server.kill('SIGTERM')
    for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true })
  })

  const libraries = publishedPackages.filter(({ folder: name }) => name !== 'repertoire')
  it.each(libraries)('$folder runs, and prints what it says', async ({ folder: name }) => {
    const example = readmeExample(name)
    const file = join(folder, `${name}.ts`)
    writeFileSync(file, example?.code ?? '')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=repertoire-source', file],
      {
        env: {
          PATH: process.env.PATH,
          REPERTOIRE_DATA_DIR: join(dataDir, name),
          REPERTOIRE_URL: server.url,
          REPERTOIRE_API_KEY: key,
        },
      },
    )
    expect(example?.prints.length).toBeGreaterThan(0)
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining(example?.prints.map((line) => expect.stringContaining(line)) ?? []),
    )
  })
})
