import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { loadConfig } from './config.ts'

const root = join(import.meta.dirname, '../../../../..')
const document = parseDocument(readFileSync(join(root, 'compose.yaml'), 'utf8'))

interface Server {
  readonly environment: Record<string, string>
  readonly tmpfs: readonly string[]
  readonly stop_grace_period: string
}
const { server } = (document.toJS() as { services: { server: Server } }).services

/** As compose fills them in: what has to be given is given, the rest is its default. */
const given: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'secret',
  ...{ S3_ACCESS_KEY: 'access', S3_SECRET_KEY: 'secret' },
  REPERTOIRE_SECRET_KEY: 'ab'.repeat(32),
  REPERTOIRE_BOOTSTRAP_KEY: 'rep_Zk3vQ9tLw2_Xb7Rm4Yc8Nf1Hs6Dj5Gp0Aq',
}
const filledIn = (more: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(server.environment).map(([name, value]) => [
      name,
      value.replace(
        /\$\{(\w+)(?::\?|:-([^}]*))\}/g,
        (_, variable: string, fallback = '') =>
          more[variable] ?? given[variable] ?? String(fallback),
      ),
    ]),
  )

it('the server starts with the settings of the compose file, and knows each of them', () => {
  expect(document.errors).toEqual([])
  const documented = readFileSync(join(root, 'docs/reference/settings.md'), 'utf8')
  for (const name of Object.keys(server.environment)) expect(documented).toContain(`\`${name}\``)
  const config = loadConfig({ argv: [], env: filledIn(), cwd: root })
  expect(config).toMatchObject({
    databaseUrl: 'postgres://repertoire:secret@database:5432/repertoire',
    secretKey: given.REPERTOIRE_SECRET_KEY,
  })
})

it('a proxy in front of the servers is named by variables alone', () => {
  const proxy = {
    REPERTOIRE_TRUST_PROXY: 'private',
    REPERTOIRE_ALLOWED_HOSTS: 'repertoire.example',
  }
  expect(filledIn(proxy)).toMatchObject(proxy)
})

it('a server gets more time to stop than it takes, and packages may load machine code', () => {
  expect(Number.parseInt(server.stop_grace_period, 10)).toBeGreaterThan(30)
  expect(server.tmpfs.find((one) => one.startsWith('/data:'))).toMatch(/,exec$/)
})
