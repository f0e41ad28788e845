import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkSettings } from './check-settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repertoire-check-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const check = (env: Record<string, string>) =>
  checkSettings({ argv: ['--check', '--data', folder], env, cwd: folder })

describe('a check of the settings', () => {
  it('accepts what a start accepts, and changes nothing', async () => {
    expect(await check({})).toEqual([
      { subject: 'settings', state: 'works', message: 'as a start accepts them', fix: null },
      { subject: 'database', state: 'works', message: 'a file in the data folder', fix: null },
      { subject: 'files', state: 'works', message: 'a folder in the data folder', fix: null },
    ])
    expect(readdirSync(folder)).toEqual([])
  })

  it('refuses a file of identity providers that a start refuses', async () => {
    writeFileSync(join(folder, 'sign-on.yaml'), 'public_url: nowhere')
    const [settings] = await check({})
    expect(settings).toMatchObject({ subject: 'settings', state: 'broken' })
    expect(settings?.message).toContain('sign-on.yaml cannot be used')
  })

  it('says that the database is not tried while settings cannot be used', async () => {
    const DATABASE_URL = 'postgres://me:hunter#2@db/app'
    const reports = await check({ DATABASE_URL })
    expect(reports.map(({ subject, state }) => `${subject} ${state}`)).toEqual([
      'settings broken',
      'database missing',
    ])
    expect(JSON.stringify(reports)).not.toContain('hunter')
  })

  it('says why the database does not answer, without its password', async () => {
    const reports = await check({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/app' })
    expect(reports[1]).toMatchObject({ subject: 'database', state: 'broken' })
    expect(reports[1]?.message).toContain('ECONNREFUSED')
    expect(JSON.stringify(reports)).not.toContain('hunter2')
  })

  it('says that Temporal cannot be reached, where it executes turns', async () => {
    const reports = await check({
      ...{ WORKFLOW__EXECUTION_ENGINE: 'temporal', TEMPORAL_ADDRESS: '127.0.0.1:1' },
    })
    const temporal = reports.find(({ subject }) => subject === 'temporal')
    expect(temporal).toMatchObject({ state: 'broken' })
    expect(temporal?.message).toContain('127.0.0.1:1 cannot be reached')
    expect((await check({})).map(({ subject }) => subject)).not.toContain('temporal')
  })
})
