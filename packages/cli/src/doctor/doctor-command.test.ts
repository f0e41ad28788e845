import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { checkFreeBytes, checkNode } from './check-machine.ts'

describe('repertoire doctor', () => {
  let temp: TempFolder
  beforeEach(() => {
    temp = createTempFolder()
  })
  afterEach(() => temp.remove())

  async function doctor(env: Record<string, string> = {}) {
    const { code, stdout } = await runCommand(['doctor', '--json'], {
      cwd: temp.folder,
      env: { REPERTOIRE_DATA_DIR: temp.folder, PORT: '0', ...env },
    })
    const lines = stdout.trimEnd().split('\n')
    const found = lines.map((line) => JSON.parse(line))
    return { code, stdout, of: (subject: string) => found.find((one) => one.subject === subject) }
  }

  it('says what works, and what to do about what is missing', async () => {
    const { code, of } = await doctor({ PATH: '/nowhere' })
    expect(code).toBe(0)
    expect(of('node')).toMatchObject({ state: 'works', fix: null })
    expect(of('database')).toMatchObject({ state: 'works' })
    expect(of('model')).toMatchObject({ state: 'missing' })
    expect(of('model').fix).toContain('OPENAI_API_KEY')
    for (const one of ['git', 'server']) expect(of(one)).toMatchObject({ state: 'missing' })
    expect(checkNode({ env: {}, cwd: '/', platform: 'linux', nodeVersion: 'v22.17.0' }).state).toBe(
      'broken',
    )
  })

  it('looks at the data folder that --data names', async () => {
    const other = join(temp.folder, 'other')
    const { stdout } = await runCommand(['doctor', '--data', other], { cwd: temp.folder })
    expect(stdout).toContain(`data folder  ${other}`)
  })

  it('finds a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { code, of } = await doctor({ PORT: String((taken.address() as AddressInfo).port) })
    expect([code, of('port')]).toEqual([1, expect.objectContaining({ state: 'broken' })])
    taken.close()
  })

  it('finds services that do not answer, without telling a password', async () => {
    const { code, of } = await doctor({
      DATABASE_URL: 'postgres://ada:sesame@127.0.0.1:1/db',
      REPERTOIRE_BLOBS_URL: 's3://bucket/p',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
      PACKAGE_INDEX_PYTHON: 'http://127.0.0.1:1/simple',
    })
    expect(code).toBe(1)
    for (const one of ['database', 'files', 'model', 'index']) {
      expect(of(one)).toMatchObject({ state: 'broken' })
      expect(JSON.stringify(of(one))).not.toContain('sesame')
    }
  })

  it.each([
    [404, 'the bucket does not exist'],
    [403, 'the keys are rejected'],
  ])('finds a store of files that answers %i, as a start does', async (status, reason) => {
    const store = createHttpServer((_request, response) => response.writeHead(status).end())
    await once(store.listen(0, '127.0.0.1'), 'listening')
    const { code, of } = await doctor({
      REPERTOIRE_BLOBS_URL: 's3://bucket/p',
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
      ...{ AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: 'sesame' },
    })
    store.close()
    expect([code, of('files').state]).toEqual([1, 'broken'])
    expect(of('files').message).toContain(reason)
    expect(JSON.stringify(of('files'))).not.toContain('sesame')
  })

  it('refuses the settings that a start refuses, in the same words', async () => {
    const { code, of, stdout } = await doctor({
      ...{ AUDIT_RETENTION_DAYS: '1y', LOG_LEVEL: 'x', REPERTOIRE_SECRET_KEY: 'abc' },
      REPERTOIRE_SIGN_ON: '/nowhere',
    })
    expect(code).toBe(1)
    expect(of('settings')).toMatchObject({ state: 'broken' })
    expect(of('settings').message).toMatch(/REPERTOIRE_SECRET_KEY.*AUDIT_RETENTION_DAYS.*LOG_LEVEL/)
    expect(stdout).not.toContain('"abc')
    const named = await doctor({ REPERTOIRE_SIGN_ON: '/nowhere/sign-on.yaml' })
    expect(named.of('settings').message).toContain('does not exist')
    expect(named.code).toBe(1)
  })

  it('tries the executor of scripts, and names variables that are no settings', async () => {
    const { code, of, stdout } = await doctor({
      SANDBOX_EXECUTOR_URL: 'http://ada:sesame@127.0.0.1:1',
      REPERTOIRE_METRIC_TOKEN: 'sesame',
    })
    expect([code, of('sandbox')]).toEqual([1, expect.objectContaining({ state: 'broken' })])
    expect(of('settings')).toMatchObject({ state: 'works' })
    expect(stdout).toContain('Did you mean REPERTOIRE_METRICS_TOKEN?')
    expect(stdout).not.toContain('sesame')
  })

  it('tells a full data folder from one that will be full', () => {
    const states = [1, 100, 1_000].map(
      (mebibytes) => checkFreeBytes('/d', mebibytes * 1024 ** 2).state,
    )
    expect(states).toEqual(['broken', 'missing', 'works'])
  })

  it('finds a broken file of logins and a server that is away', async () => {
    const logins = temp.write('logins.json', 'no json')
    const { of } = await doctor({ REPERTOIRE_LOGINS: logins })
    expect(of('server').message).toContain('not a file of logins')
    const away = await doctor({ REPERTOIRE_URL: 'http://127.0.0.1:1', REPERTOIRE_API_KEY: 'k' })
    expect(away.of('server')).toMatchObject({ state: 'broken' })
  })
})
