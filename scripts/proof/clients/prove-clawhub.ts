import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../../run-program.ts'
import { connect } from '../api.ts'
import { zipOf } from '../engines/script-job.ts'
import { packageApi } from '../packages/package-api.ts'
import type { ClientRow } from './client-table.ts'
import { installPackage } from './run-package.ts'

const client = 'clawhub@0.23.3'
const name = 'ledger-close'
const skill = (body: string) => ({
  'SKILL.md': `---\nname: ${name}\ndescription: Closes a ledger\n---\n${body}\n`,
  'scripts/close.py': 'print("closed")\n',
})

/** The stock ClawHub client, unchanged: logs in with a key, finds, installs, updates, and gets nothing that was disabled. */
export async function proveClawHub(url: string, key: string): Promise<readonly ClientRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-clawhub-'))
  try {
    if (!(await installPackage(client, folder))) return []
    const api = connect(url, key)
    const upload = (body: string) =>
      packageApi(url, key).importPackage(zipOf(skill(body)), `${name}.zip`)
    await upload('First.')
    const { key: narrow } = await api.send<{ key: string }>('POST', '/keys', {
      ...{ name: 'clawhub', scopes: ['skills.read'] },
    })
    const work = join(folder, 'work')
    mkdirSync(work)
    const run = (...args: string[]) =>
      runProgram(join(folder, 'node_modules/.bin/clawhub'), ['--no-input', ...args], {
        cwd: work,
        env: {
          ...{ CLAWHUB_SITE: url, CLAWHUB_WORKDIR: work, HOME: work, NO_COLOR: '1' },
          ...{ CLAWHUB_CONFIG_PATH: join(folder, 'config.json'), CLAWHUB_DISABLE_TELEMETRY: '1' },
        },
      })
    const works = async (...args: string[]) => {
      const { code, output } = await run(...args)
      assert.equal(code, 0, `clawhub ${args[0]}: ${output}`)
      return output
    }
    const installed = () => readFileSync(join(work, 'skills', name, 'SKILL.md'), 'utf8')
    await works('login', '--token', narrow)
    assert.match(await works('search', 'ledger'), new RegExp(name))
    await works('install', name)
    assert.match(installed(), /First\./)
    assert.ok(existsSync(join(work, 'skills', name, 'scripts/close.py')))
    await upload('Second.')
    await works('update', name)
    assert.match(installed(), /Second\./)
    const { items } = await api.get<{ items: { id: string; slug: string }[] }>('/skills?limit=200')
    const id = items.find(({ slug }) => slug === name)?.id
    await api.send('PUT', `/skills/${id}`, { enabled: false })
    rmSync(join(work, 'skills', name), { recursive: true })
    const refused = await run('install', '--force', name)
    assert.notEqual(refused.code, 0, refused.output)
    assert.ok(!existsSync(join(work, 'skills', name, 'SKILL.md')))
    process.stdout.write(`${client}: found, installed, updated; a disabled skill is refused\n`)
    return [{ client, did: ['found', 'installed', 'updated', 'revoked'] }]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
