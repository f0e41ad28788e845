import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findConnection } from '../connection/connection.ts'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

const operator = { REPERTOIRE_OPERATOR_KEY: 'op_Q7w2e9R4t6zX1cV8bN5mK3jH0gF2dS4aP6oI9uY7tR' }

/** Against the real server. */
describe('repertoire organisations', { timeout: 180_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  const run = (...args: string[]) =>
    runCommand(['organisations', ...args], {
      cwd: temp.folder,
      env: { ...server.env, ...operator },
    })

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp, 'data', operator)
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('creates, renames, exports, deletes and restores one; its owner’s key works meanwhile', async () => {
    const made = await run('create', 'Acme', '--owner', 'Ada')
    const [id = '', key = ''] = [/ten_\S+/, /rep_\S+/].map((one) => one.exec(made.stdout)?.[0])
    const { baseUrl } = findConnection({}, { env: server.env, cwd: temp.folder })
    const ada = new RepertoireClient({ baseUrl, apiKey: key })
    expect((await ada.session.me()).organisation.name).toBe('Acme')
    expect((await run('rename', id, 'Acme Ltd')).stdout).toBe(`${id}  Acme Ltd\n`)
    await ada.skills.create({ content: '---\nname: deploy\ndescription: Deploys.\n---\nDo.\n' })

    const deleted = await run('delete', id, 'acme.zip')
    expect([deleted.code, deleted.stderr]).toEqual([0, expect.stringContaining('thirty days')])
    const file = join(temp.folder, 'acme.zip')
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readFileSync(file, 'latin1')).toContain('skills/organisation/deploy/SKILL.md')
    await expect(ada.session.me()).rejects.toMatchObject({ status: 401 })
    expect((await run('list')).stdout).toMatch(/Acme Ltd {2}deleted, kept until \d{4}-/)

    const restored = await run('restore', id, '--json')
    expect(JSON.parse(restored.stdout)).toMatchObject({ id, name: 'Acme Ltd', kept_until: null })
    expect((await ada.session.me()).organisation.name).toBe('Acme Ltd')
    const again = await run('export', id, 'acme.zip')
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('exists already')])
  })

  it('deletes nothing when the export cannot be written, nor the last organisation', async () => {
    const { stdout } = await run('create', 'Kept', '--json')
    const { id, key } = JSON.parse(stdout)
    expect(key).toMatch(/^rep_/)
    const failed = await run('delete', id, 'no/such/folder.zip')
    expect(failed.code).toBe(2)
    expect((await run('list')).stdout).toContain(`${id}  Kept\n`)
    const missing = await run('delete', 'ten_missing', 'x.zip')
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('tenant.not-found')])
    const deleted = await run('delete', id, 'kept.zip', '--json')
    const file = join(temp.folder, 'kept.zip')
    expect(JSON.parse(deleted.stdout)).toEqual({ id, file, deleted: true })
  })

  it('needs the operator’s key: the local key of an owner is never sent', async () => {
    const env = server.env
    const without = await runCommand(['organisations'], { cwd: temp.folder, env })
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('operator’s key')])
    const wrong = { ...env, REPERTOIRE_OPERATOR_KEY: 'op_wrong' }
    const refused = await runCommand(['organisations'], { cwd: temp.folder, env: wrong })
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('not accept')])
  })
})
