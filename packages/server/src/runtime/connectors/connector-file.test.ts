/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: the operator’s file has it so */
import { chmod, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact, redactJson } from '../../platform/redaction/redact-text.ts'
import { sha256 } from '../../platform/system/system-ports.ts'
import { createConnectorConfig } from './connector-config.ts'
import { readConnectorFile } from './connector-file.ts'

const env = { TOKEN: 'tok-12345', EMPTY: '', HOST: 'mcp.example' }
const read = (content: string) => readConnectorFile(content, { env, sha256 })
const only = (content: string) => {
  const { connectors, broken, problem } = read(content)
  expect([broken, problem]).toEqual([[], null])
  expect(connectors).toHaveLength(1)
  return connectors[0]!
}

describe('the operator’s file', () => {
  it('D: describes local commands and URLs, with variables substituted', () => {
    const { connectors } = read(`
wiki:
  title: Wiki
  url: https://\${HOST}/mcp?key=\${TOKEN}
  headers: { Authorization: "Bearer \${TOKEN}" }
  tenants: [ten_1]
files:
  command: /usr/bin/server
  args: [--root, "/data"]
  env: { A: b }
  timeout_seconds: 5
`)
    expect(connectors).toMatchObject([
      {
        name: 'files',
        title: 'files',
        target: { kind: 'command', args: ['--root', '/data'], env: { A: 'b' }, cwd: null },
        endpoint: 'server',
        tenants: null,
        timeoutSeconds: 5,
      },
      {
        name: 'wiki',
        target: { kind: 'http', headers: { Authorization: 'Bearer tok-12345' } },
        endpoint: 'https://mcp.example/mcp',
        tenants: ['ten_1'],
        timeoutSeconds: 60,
      },
    ])
  })

  it.each([
    ['no-such', 'a: { command: x, env: { K: "${NO_SUCH}" } }', 'NO_SUCH'],
    ['empty', 'a: { command: x, env: { K: "${EMPTY}" } }', 'EMPTY'],
    ['both', 'a: { command: x, url: "https://x.example" }', 'command'],
    ['neither', 'a: {}', 'command'],
    ['a list', 'a: [1]', 'object'],
    ['scheme', 'a: { url: "file:///etc/passwd" }', 'http or https'],
    ['credentials', 'a: { url: "https://u:p@x.example" }', 'headers'],
    ['no url', 'a: { url: "x" }', 'no URL'],
    ['env name', 'a: { command: x, env: { "A B": c } }', 'env'],
    ['timeout', 'a: { command: x, timeout_seconds: 0 }', 'timeout_seconds'],
    ['name', '"../a": { command: x }', 'name'],
    ['__proto__', '__proto__: { command: x }', 'name'],
  ])('D: reports a wrong entry, and only that entry: %s', (_name, entry, words) => {
    const { connectors, broken, problem } = read(`${entry}\ngood: { command: y }\n`)
    expect(problem).toBeNull()
    expect(connectors.map(({ name }) => name)).toEqual(['good'])
    expect(broken).toHaveLength(1)
    expect(broken[0]?.problem).toContain(words)
  })

  it.each(['a: [', 'a: *b', '- 1', 'text', 'a: {command: x}\na: {command: y}'])(
    'D: reports an invalid file without throwing: %s',
    (content) => {
      const { connectors, problem } = read(content)
      expect(connectors).toEqual([])
      expect(problem).toContain('connectors.yaml cannot be used')
    },
  )

  it('D: never throws, whatever the file contains', () => {
    fc.assert(fc.property(fc.string(), (content) => void read(content)))
    const yaml = fc.json().map((json) => `a: ${json}`)
    fc.assert(fc.property(yaml, (content) => void read(content)))
  })

  it('D: has no connectors for an empty file and for disabled entries', () => {
    for (const content of ['', '# nothing\n', 'a: { command: x, enabled: false }']) {
      expect(read(content)).toEqual({ connectors: [], broken: [], problem: null })
    }
  })

  it('D: gives another digest for another command, argument, folder or URL, but not for another token', () => {
    const base = only('a: { command: x, args: [y], env: { API_TOKEN: one, MODE: m } }').digest
    const same = only('a: { title: T, command: x, args: [y], env: { API_TOKEN: two, MODE: m } }')
    expect(same.digest).toBe(base)
    expect(same.fingerprint).not.toBe(
      only('a: { command: x, args: [y], env: { API_TOKEN: one, MODE: m } }').fingerprint,
    )
    const others = [
      'a: { command: z, args: [y], env: { API_TOKEN: one, MODE: m } }',
      'a: { command: x, args: [z], env: { API_TOKEN: one, MODE: m } }',
      'a: { command: x, args: [y], cwd: /tmp, env: { API_TOKEN: one, MODE: m } }',
      'a: { command: x, args: [y], env: { API_TOKEN: one, MODE: other } }',
      'a: { command: x, args: [y], env: { MODE: m } }',
      'a: { url: "https://x.example" }',
      'a: { url: "https://y.example" }',
    ].map((content) => only(content).digest)
    expect(new Set([base, ...others]).size).toBe(others.length + 1)
  })
})

describe('secrets of a connector', () => {
  it('D: masks values from the environment, headers and secret-looking names, and nothing else', () => {
    const { secrets } = only(
      'a: { command: x, args: ["--key=${TOKEN}"], env: { DB_PASSWORD: hunter22, MODE: production } }',
    )
    expect(redact('tok-12345 hunter22 production', secrets)).toBe('*** *** production')
    const http = only('a: { url: "https://x.example/?k=abcd1", headers: { X-Api: Bearer wxyz9 } }')
    expect(redact('abcd1 wxyz9 Bearer wxyz9', http.secrets)).toBe('*** *** ***')
  })

  it('D: finds them at any depth of a result, in keys, and percent-encoded', () => {
    const value = { 'k s/1': ['x s/1', { deep: 's%2F1' }], n: 1, nothing: null }
    expect(redactJson(value, ['s/1'])).toEqual({
      'k ***': ['x ***', { deep: '***' }],
      n: 1,
      nothing: null,
    })
  })
})

describe('a file that changes', () => {
  it('D: is read again after a change; an invalid change keeps the previous connectors', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'connector-file-'))
    const path = join(folder, 'connectors.yaml')
    const warnings: object[] = []
    const logger = { info: () => undefined, warn: (facts: object) => void warnings.push(facts) }
    const config = createConnectorConfig({ path, env, sha256, logger })
    const names = async () => (await config.current()).connectors.map(({ name }) => name)
    expect(await names()).toEqual([])
    await writeFile(path, 'a: { command: x }')
    expect(await names()).toEqual(['a'])
    await writeFile(path, 'b: { command: x }\nwrong: {}')
    expect(await names()).toEqual(['b'])
    expect(await names()).toEqual(['b'])
    expect(warnings).toHaveLength(1)
    await writeFile(path, 'b: [')
    await utimes(path, new Date(0), new Date(0))
    expect(await names()).toEqual(['b'])
    expect((await config.current()).problem).toContain('cannot be used')
    await writeFile(path, 'c: { command: x }')
    await chmod(path, 0o666)
    expect(await names()).toEqual(['b'])
    expect((await config.current()).problem).toContain('everybody')
    await chmod(path, 0o600)
    expect(await names()).toEqual(['c'])
    await rm(path)
    expect(await names()).toEqual([])
    expect((await config.current()).problem).toBeNull()
    await rm(folder, { recursive: true })
  })
})
