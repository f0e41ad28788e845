import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const key = 'rep_bundle_0123456789abcdef0123456789abcdef'
let folder = ''
let server: ChildProcess
let url = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'repertoire-bundle-'))
  const env = { ...process.env, REPERTOIRE_BOOTSTRAP_KEY: key }
  const flags = ['--conditions=repertoire-source', join(root, builtMain())]
  server = spawn(process.execPath, [...flags, '--port', '0', '--data', folder], { env })
  url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    server.stderr?.resume()
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const found = /is at (http:\S+)[\s\S]*Stop:/.exec(printed)
      if (found?.[1]) resolve(found[1])
    })
    server.on('close', (code) => reject(new Error(`the server exited with ${code}: ${printed}`)))
  })
})
afterAll(async () => {
  server.kill('SIGTERM')
  await once(server, 'close')
  rmSync(folder, { recursive: true, force: true })
})

/** In a separate process, as in the launcher. */
function builtMain(): string {
  const module = pathToFileURL(join(import.meta.dirname, 'server-bundle.mjs')).href
  const code = `import(${JSON.stringify(module)}).then(async (m) => console.log(await m.ensureServerBundle()))`
  return execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }).trim()
}

function staticImports(code: string): readonly string[] {
  const found = code.matchAll(/^import(?:[^;"']*?from)?\s*["']([^"']+)["']/gm)
  return [...found].map(([, name]) => name ?? '')
}

async function call(path: string, body?: unknown): Promise<Response> {
  const json = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(body ? json : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

describe('the server in one file', () => {
  it('is built, and is not rebuilt while its sources are the same', () => {
    expect(builtMain()).toMatch(/repertoire-server\/main\.js$/)
  })

  // Models, MCP and documents are loaded when they are first used: at a start they took 20 MB and a third of the time.
  it('loads at a start only what the first request needs', () => {
    const files = join(root, builtMain(), '../assets')
    const begin = readdirSync(files).filter((name) => name.startsWith('serve-'))
    expect(begin).toHaveLength(1)
    const packages = new Set<string>()
    const seen = new Set<string>()
    for (const open = [...begin]; open.length > 0; ) {
      const name = open.pop() ?? ''
      if (seen.has(name)) continue
      seen.add(name)
      for (const imported of staticImports(readFileSync(join(files, name), 'utf8'))) {
        if (imported.startsWith('./')) open.push(basename(imported))
        else if (!isBuiltin(imported)) packages.add(imported)
      }
    }
    expect(seen.size).toBeGreaterThan(10)
    expect([...packages].toSorted()).toEqual(['better-sqlite3', 'pino', 'tar'])
  })

  it('finds the shipped vocabularies', async () => {
    const options = (await (await call('/api/v1/routing/options')).json()) as {
      vocabularies: string[]
    }
    expect(options.vocabularies).toContain('finance')
  })

  it('stores a skill, finds it, and packs it in a worker thread', async () => {
    const content =
      '---\nname: slow-postgres\ndescription: Why is it slow?\n---\nLook at the locks.\n'
    const skill = (await (await call('/api/v1/skills', { content })).json()) as { id: string }
    const page = (await (await call('/api/v1/skills?q=slow')).json()) as { items: { id: string }[] }
    expect(page.items.map(({ id }) => id)).toContain(skill.id)
    const archive = await call(`/api/v1/skills/${skill.id}/export?format=zip`)
    const bytes = new Uint8Array(await archive.arrayBuffer())
    expect(String.fromCharCode(...bytes.subarray(0, 2))).toBe('PK')
  })
})
